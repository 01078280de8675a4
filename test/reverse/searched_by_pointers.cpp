// Pointers that a search moves over numbers that it only compares have no adjoints; one that is read
// where it stops has.
// RUN: %clang_ad_plugin -std=c++17 -Wall -Wextra -Werror -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s

// CHECK-LABEL: double compared_reverse(
// CHECK:         const double *lo = x;
// CHECK-NOT:     lo_bar
// CHECK-NOT:     mid_bar
// CHECK:         x_bar[i] +=
// CHECK-LABEL: double read_reverse(
// CHECK:         lo_bar
[[ad::differentiate(reverse)]]
double compared(const double *x, int n, double at) {
  const double *lo = x, *hi = x + n;
  while (hi - lo > 1) {
    const double *mid = lo + (hi - lo) / 2;
    if (*mid <= at)
      lo = mid;
    else
      hi = mid;
  }
  const long i = lo - x;
  return x[i] * (at - x[i]);
}

[[ad::differentiate(reverse)]]
double read(const double *x, int n, double at) {
  const double *lo = x, *hi = x + n;
  while (hi - lo > 1) {
    const double *mid = lo + (hi - lo) / 2;
    if (*mid <= at)
      lo = mid;
    else
      hi = mid;
  }
  return *lo * (at - *lo);
}
