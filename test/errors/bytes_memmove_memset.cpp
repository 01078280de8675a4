// `memset` of values to anything but zero, and `memmove` whose result is used.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstring>

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a) {
  double b[2] = {a[0], a[1]};
  // expected-error@+2 {{cannot differentiate this call to 'memset', which sets bytes that are not zero}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memset(b, 1, sizeof b);
  // expected-error@+2 {{cannot differentiate this call to 'memmove', whose result is used}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  void *c = std::memmove(b, a, sizeof b);
  return b[0] * b[1];
}
