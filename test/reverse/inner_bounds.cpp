// `i + 1 < n` of unsigned numbers: where the loop ends is told ahead of it, once for all loops, if it
// is always the same; nothing is recorded of it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cstddef>
#include <vector>
using std::size_t;

// CHECK:      double stencil_reverse(
// CHECK:        const std::size_t i_end = n > 1 ? n - 1 : 0;
// CHECK-NEXT:   const std::size_t j_end = m > 1 ? m - 1 : 0;
// CHECK:        double ***sum_at =
// CHECK-NEXT:       tape.array<double>(steps, 1 < i_end ? i_end - 1 : 0, 1 < j_end ? j_end - 1 : 0);
// CHECK:        for (int s = 0; s < steps; ++s) {
// CHECK:          for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (std::size_t j = 1; j + 1 < m; ++j) {
// CHECK:          for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK:        // reverse sweep
// CHECK:          for (std::size_t i = 1; i < i_end; ++i) {
// CHECK:          for (std::size_t i = 1; i < i_end; ++i) {
// CHECK-NEXT:       for (std::size_t j = 1; j < j_end; ++j) {
[[ad::differentiate(reverse)]]
double stencil(const std::vector<double> &u0, std::size_t n, std::size_t m, double k, int steps) {
  std::vector<double> u = u0, v = u0;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      for (std::size_t j = 1; j + 1 < m; ++j)
        v[i * m + j] = u[i * m + j] + k * (u[i * m + j - 1] + u[i * m - m + j]);
    for (std::size_t i = 1; i + 1 < n; ++i)
      v[i] *= k * u[i];
    u.swap(v);
  }
  return u[0];
}

// What changes from one run of the loop to the next is kept.
// CHECK:      double shrinking_reverse(
// CHECK:          const std::size_t i_end = n_1 > 1 ? n_1 - 1 : 0;
// CHECK-NEXT:     i_end_at[n - n_1] = i_end;
[[ad::differentiate(reverse)]] double shrinking(const std::vector<double> &u0, size_t n) {
  std::vector<double> u = u0;
  for (; n > 0; --n)
    for (std::size_t i = 0; i + 1 < n; ++i)
      u[i] += u[i] * u[i + 1];
  return u[0];
}
