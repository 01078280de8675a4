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
  // expected-note@+1 {{a variable, parameter or result of type 'void *' may be followed that leads to one type alone; give members of classes the type that they are cast to}}
  qsort(a, n, sizeof(double), order);
  return a[0] * a[1];
}
