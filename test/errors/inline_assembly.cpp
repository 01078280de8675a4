// Inline assembly.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double y;
  // expected-error@+2 {{cannot differentiate inline assembly}}
  // expected-note@+1 {{write it in C++, or give a rule for the function by hand}}
  asm("sqrtsd %1, %0" : "=x"(y) : "x"(x));
  return y;
}

// In a function that is called once and too long to be looked at as an expression: the companion
// came without a body, and without an error.
double long_one(double x) {
  double s = x;
  s *= x;
  s += 1;
  s *= x;
  s += 2;
  s *= x;
  s += 3;
  s *= x;
  s += 4;
  s *= x;
  s += 5;
  s *= x;
  // expected-error@+2 {{cannot differentiate inline assembly}}
  // expected-note@+1 {{write it in C++, or give a rule for the function by hand}}
  asm("nop");
  return s;
}
// expected-note@+1 {{derivative of 'calls_long_one' requested here}}
[[ad::differentiate(reverse)]]
double calls_long_one(double x) {
  return long_one(x) * x;
}

// A rule by hand for one mode does not help in the other.
double root(double x) {
  double y;
  // expected-error@+2 {{cannot differentiate inline assembly}}
  // expected-note@+1 {{write it in C++, or give a rule for the function by hand}}
  asm("sqrtsd %1, %0" : "=x"(y) : "x"(x));
  return y;
}
double root_reverse(double x, double &x_bar, double root_bar);
[[ad::differentiate(reverse)]]
double has_rule(double x) {
  return root(x) * x;
}
// expected-note@+1 {{derivative of 'has_none' requested here}}
[[ad::differentiate(forward)]]
double has_none(double x) {
  return root(x) * x;
}
