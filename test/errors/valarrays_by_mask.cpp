// Elements of valarrays that a mask of constant numbers selects.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <valarray>

// expected-note@+1 {{derivative of 'masked' requested here}}
[[ad::differentiate(reverse)]]
double masked(const std::valarray<int> &a, double x) {
  std::valarray<double> r(x, 3);
  // expected-error@+2 {{cannot differentiate this expression of valarrays}}
  // expected-note@+1 {{write a loop over the elements}}
  r[a > 2] = x;
  return r.sum();
}
