// `memcpy` of values whose number of bytes is no number of elements, or between different types.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstring>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a, int bytes) {
  double b[2];
  // expected-error@+2 {{cannot differentiate this call to 'memcpy', whose number of bytes is not a number of elements ('n * sizeof(T)')}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memcpy(b, a, bytes);
  return b[0] * b[1];
}

// expected-note@+1 3 {{derivative of 'g' requested here}}
[[ad::differentiate(forward)]]
double g(const double *a) {
  float b[2];
  unsigned long bits;
  double c;
  // expected-error@+2 {{cannot differentiate this call to 'memcpy', which copies between different types}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memcpy(b, a, sizeof b);
  // expected-error@+2 {{cannot differentiate this call to 'memcpy', which copies between different types}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memcpy(&bits, a, sizeof bits);
  // expected-error@+2 {{cannot differentiate this call to 'memcpy', whose number of bytes is not a number of elements ('n * sizeof(T)')}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  std::memcpy(&c, a, 4);
  return b[0] * b[1] + c;
}
