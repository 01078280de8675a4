// `memcpy` of active values: they would flow through bytes.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstring>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a) {
  double b[2];
  // expected-error@+2 {{cannot differentiate a call to 'memcpy' on floating values}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memcpy(b, a, sizeof b);
  return b[0] * b[1];
}
