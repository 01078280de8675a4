// C++20: arrays and unions in parentheses.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'array' requested here}}
[[ad::differentiate(reverse)]]
double array(double x) {
  // expected-error@+2 {{cannot differentiate an aggregate that is initialised in parentheses}}
  // expected-note@+1 {{write its members in braces}}
  double a[2](x, 2);
  return a[0] * a[1];
}
