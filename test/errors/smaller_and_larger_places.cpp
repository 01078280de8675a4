// What std::max and std::min refer to, where it is changed, referred to or assigned to.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <functional>
#include <utility>

const double &larger(const double &a, const double &b) { return std::max(a, b); }
double scaled(const double &a, double &x) {
  x *= 2;
  return a * x;
}

// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(reverse)]]
double changed(double x, double y) {
  // expected-error@+2 {{cannot differentiate 'm', a reference to one of several objects that may change}}
  // expected-note@+1 {{copy the value, or bind the reference with '?:'}}
  const double &m = larger(x, y);
  x = 2 * x;
  return m * y;
}

// expected-note@+1 {{derivative of 'asConst' requested here}}
[[ad::differentiate(forward)]]
double asConst(double x, double y) {
  // expected-error@+2 {{cannot differentiate 'm', a reference to one of several objects that may change}}
  // expected-note@+1 {{copy the value, or bind the reference with '?:'}}
  const double &m = std::as_const(std::max(x, y));
  x = 2 * x;
  return m * y;
}

// expected-note@+1 {{derivative of 'passed' requested here}}
[[ad::differentiate(forward)]]
double passed(double x, double y) {
  // expected-error@+2 {{cannot differentiate this argument, a reference to one of several objects that may change}}
  // expected-note@+1 {{copy the value, or bind the reference with '?:'}}
  return scaled(larger(x, y), x);
}

// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(reverse)]]
double assigned(double x, double y) {
  // expected-error@+1 {{cannot differentiate an assignment to this expression}}
  const_cast<double &>(std::max(x, y)) = 3;
  return x * y;
}

// expected-note@+1 {{derivative of 'multiplied' requested here}}
[[ad::differentiate(forward)]]
double multiplied(double x, double y) {
  // expected-error@+1 {{cannot differentiate an assignment to this expression}}
  const_cast<double &>(std::max(x, y)) *= 3;
  return x * y;
}

// expected-note@+1 {{derivative of 'wrapped' requested here}}
[[ad::differentiate(forward)]]
double wrapped(double x, double y) {
  // expected-error@+2 {{cannot differentiate a reference to this value}}
  // expected-note@+1 {{give it a name}}
  auto r = std::cref(std::max(x, y));
  return r.get() * x;
}
