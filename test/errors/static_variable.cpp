// Mutable static variables.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a function with the mutable static variable 'last'}}
  // expected-note@+1 {{make it a parameter, or const}}
  static double last = 0;
  last += x;
  return last * x;
}
