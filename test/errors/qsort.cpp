// Callbacks of C library functions.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>

static int order(const void *a, const void *b) {
  return *(const double *)a < *(const double *)b ? -1 : 1;
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double *a, int n) {
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'double *' as 'void *'}}
  // expected-note@+1 {{use the value with its own type; values that are copied as bytes lose their derivatives}}
  qsort(a, n, sizeof(double), order);
  return a[0] * a[1];
}
