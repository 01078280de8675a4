// Unsequenced modification, which is undefined in C++.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate an unsequenced modification of 'x'}}
  // expected-note@+1 {{modify it in a statement of its own}}
  double y = x++ * x;
  return y * x;
}
