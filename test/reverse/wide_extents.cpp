// Where subscripts are computed in 64 bits, so is how far they go: n * n need not be an int.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

#include <cstddef>

// CHECK:      void transposed_reverse(const double *x, double *x_bar, double *y, double *y_bar, int n) {
// CHECK-NEXT:   if (ad::overlap(x, static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(n), y,
// CHECK-NEXT:                   static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(n)))
[[ad::differentiate(reverse)]] void transposed(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[static_cast<std::size_t>(i) * n + j] = 2 / x[static_cast<std::size_t>(j) * n + i];
}

// CHECK:      void first_reverse(
// CHECK-NEXT:   if (static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(n) < 1 ||
[[ad::differentiate(reverse)]] void first(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[static_cast<std::size_t>(i) * n + j] = x[static_cast<std::size_t>(j) * n + i] * x[0];
}

// A subscript that has a name.
// CHECK:      double named_reverse(
// CHECK-NEXT:                      double named_bar) {
// CHECK-NEXT:   if (m < 0 || ad::overlap(a,
// CHECK-NEXT:                            static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(m) + 2 -
// CHECK-NEXT:                                static_cast<std::ptrdiff_t>(m),
// CHECK-NEXT:                            r, 2))
[[ad::differentiate(reverse)]] double named(const double *a, double *r, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j) {
      const std::size_t at = std::size_t(i) * m + j;
      r[j] = a[at] * a[at];
      s += r[j] * a[at];
    }
  return s;
}

// A counter that goes as far.
// CHECK:      double counted_reverse(
// CHECK-NEXT:                        double counted_bar) {
// CHECK-NEXT:   if (ad::overlap(a, static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(m), r,
// CHECK-NEXT:                   static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(m)))
[[ad::differentiate(reverse)]] double counted(const double *a, double *r, int n, int m) {
  double s = 0;
  const std::size_t end = static_cast<std::size_t>(n) * m;
  for (std::size_t i = 0; i < end; ++i) {
    r[i] = a[i] * a[i];
    s += r[i] * a[i];
  }
  return s;
}

// What is kept of a state.
// CHECK:      double range_checkpointed(
// CHECK:        steps, ad::kept(ad::range(u, 0 < n && 0 < m ? static_cast<std::ptrdiff_t>(n) *
// CHECK-NEXT:                                                     static_cast<std::ptrdiff_t>(m)
// CHECK-NEXT:                                               : 0)));
[[ad::differentiate(checkpointed)]] double range(double *u, int n, int m, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        u[static_cast<std::size_t>(i) * m + j] *= u[static_cast<std::size_t>(i) * m + j];
  return u[0];
}
