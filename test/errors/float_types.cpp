// Floating types beyond float, double and long double.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '_Float16'}}
  // expected-note@+1 {{use float, double or long double}}
  _Float16 half = x;
  return half * x;
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(forward)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '__float128'}}
  // expected-note@+1 {{use float, double or long double}}
  __float128 wide = x;
  return wide * wide;
}

// expected-note@+1 {{derivative of 'h' requested here}}
[[ad::differentiate(forward)]]
double h(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '__bf16'}}
  // expected-note@+1 {{use float, double or long double}}
  __bf16 brain = x;
  return brain * x;
}
