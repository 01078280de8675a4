// Complex numbers: `_Complex` and `std::complex`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <complex>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate _Complex numbers}}
  // expected-note@+1 {{use two real variables}}
  _Complex double z = x;
  return __real__(z * z);
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::complex<double>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::complex<double> z(x, 1);
  return (z * z).real();
}
