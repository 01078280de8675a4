// `memmove` and `memset` on active memory.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstring>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double *a, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'memset' on floating values}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memset(a, 0, n * sizeof(double));
  return a[0];
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(forward)]]
double g(double *a) {
  // expected-error@+2 {{cannot differentiate a call to 'memmove' on floating values}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  memmove(a, a + 1, sizeof(double));
  return a[0];
}
