// `try` blocks that leave traces before something throws, and handlers that look at the exception.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <stdexcept>
double half(double x) {
  if (x < 0)
    throw x;
  return x / 2;
}

// expected-note@+1 {{derivative of 'sums' requested here}}
[[ad::differentiate(reverse)]]
double sums(const double *a, int n) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate this try block: 's' is changed before something that may throw}}
  // expected-note@+1 {{compute in variables of the try block and assign results last, or catch the exception in the caller}}
  try {
    for (int i = 0; i < n; ++i)
      s += half(a[i]);
  } catch (...) {
  }
  return s;
}

// expected-note@+1 {{derivative of 'reads' requested here}}
[[ad::differentiate(reverse)]]
double reads(double x) {
  try {
    return half(x) * x;
    // expected-error@+2 {{cannot differentiate this try block: its handler reads the exception 'y'}}
    // expected-note@+1 {{decide by the type of the exception alone}}
  } catch (double y) {
    return y;
  }
}

// expected-note@+1 {{derivative of 'again' requested here}}
[[ad::differentiate(reverse)]]
double again(double x) {
  try {
    return half(x) * x;
    // expected-error@+2 {{cannot differentiate this try block: its handler throws the exception again}}
    // expected-note@+1 {{catch fewer types of exceptions}}
  } catch (...) {
    throw;
  }
}

int count;
double counted(double x) {
  ++count;
  if (x < 0)
    throw 1;
  return x;
}
// expected-note@+1 {{derivative of 'effects' requested here}}
[[ad::differentiate(reverse)]]
double effects(double x) {
  // expected-error@+2 {{cannot differentiate this try block: code with effects runs before something that may throw}}
  // expected-note@+1 {{compute in variables of the try block}}
  try {
    return counted(x) * x;
  } catch (int) {
    return x;
  }
}

// expected-note@+3 {{derivative of 'body' requested here}}
// expected-error@+3 {{cannot differentiate a function whose body is a try block}}
// expected-note@+2 {{move the body into a function of its own and annotate that one}}
[[ad::differentiate(reverse)]]
double body(double x) try {
  return half(x);
} catch (...) {
  return x;
}
