// Parts of valarrays that are no slices, and what holds references to them.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <valarray>

using Array = std::valarray<double>;

// expected-note@+1 {{derivative of 'slices' requested here}}
[[ad::differentiate(forward)]]
double slices(const Array &a) {
  // expected-error@+2 {{cannot differentiate this operation on a std::valarray}}
  // expected-note@+1 {{write a loop over the elements}}
  Array b = a[std::gslice(0, {2, 2}, {2, 1})];
  return b.sum();
}

// expected-note@+1 {{derivative of 'mask' requested here}}
[[ad::differentiate(reverse)]]
double mask(Array a, const Array &b) {
  // expected-error@+2 {{cannot differentiate this operation on a part of a std::valarray}}
  // expected-note@+1 {{write a loop over the elements}}
  a[a > 0.5] = b;
  return a.sum();
}

// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(reverse)]]
double kept(const Array &a) {
  // expected-error-re@+2 {{cannot differentiate a function with a variable of type 'std::_Expr<{{.*}}'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or records of floating values}}
  auto sum = a + a;
  return sum.sum();
}
