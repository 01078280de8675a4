// C's complex numbers, `_Complex`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate _Complex numbers}}
  // expected-note@+1 {{use std::complex, or two real variables}}
  _Complex double z = x;
  return __real__(z * z);
}
