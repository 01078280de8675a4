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
