// Parts of valarrays, and what holds references to them.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <valarray>

using Array = std::valarray<double>;

// expected-note@+1 {{derivative of 'slice' requested here}}
[[ad::differentiate(forward)]]
double slice(const Array &a) {
  // expected-error-re@+2 {{cannot differentiate a value of type '{{.*}}slice{{.*}}'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  Array b = Array(a)[std::slice(0, 2, 1)];
  return b.sum();
}

// expected-note@+1 {{derivative of 'mask' requested here}}
[[ad::differentiate(reverse)]]
double mask(Array a) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::mask_array<double>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  a[a > 0.5] = 0.0;
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
