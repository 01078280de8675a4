// `bzero`, `bcopy` and `mempcpy` of floating values.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstring>
#include <strings.h>

// expected-note@+1 {{derivative of 'cleared' requested here}}
[[ad::differentiate(reverse)]]
double cleared(double x) {
  double a[3];
  // expected-error@+2 {{cannot differentiate a call to 'bzero' on floating values}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  bzero(a, sizeof a);
  a[0] = x;
  return a[0] * a[1] + a[0];
}

// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(forward)]]
double copied(const double *x) {
  double a[3];
  // expected-error@+2 {{cannot differentiate a call to 'bcopy' on floating values}}
  // expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
  bcopy(x, a, sizeof a);
  return a[0] * a[1];
}

// expected-error@+2 {{cannot differentiate a call to 'mempcpy' on floating values}}
// expected-note@+1 {{assign the values in a loop: bytes carry no derivatives}}
static void append(double *to, const double *x) { mempcpy(to, x, 2 * sizeof *x); }
// expected-note@+1 {{derivative of 'in_a_callee' requested here}}
[[ad::differentiate(reverse)]]
double in_a_callee(const double *x) {
  double a[2];
  append(a, x);
  return a[0] * a[1];
}
