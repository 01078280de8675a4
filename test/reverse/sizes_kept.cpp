// Vectors that are swapped with others of the same size, assigned these, or returned, keep their
// size: it is a constant, and nothing is recorded of it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s --implicit-check-not='tape.array<std::size_t>'
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-sizes | FileCheck %s --check-prefix=OFF
#include <cmath>
#include <utility>
#include <vector>

// CHECK-LABEL: double heat_reverse(
// CHECK:         const std::size_t now_size = n * n;
// CHECK:         std::vector<double> next(now_size);
// CHECK:           now.swap(next);
// CHECK-NEXT:    }
// CHECK:         for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      now_bar.swap(next_bar);
// OFF-LABEL: double heat_reverse(
// OFF: std::size_t *now_size_at = tape.array<std::size_t>(steps);
[[ad::differentiate(reverse)]] double heat(const double *start, int n, int steps) {
  std::vector<double> now(start, start + n * n), next(n * n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n * n - 1; ++i)
      next[i] = now[i] + std::sin(now[i - 1] - now[i + 1]);
    std::swap(now, next);
  }
  double e = 0;
  for (double u : now)
    e += u;
  return e;
}

static std::vector<double> rates(const std::vector<double> &s) {
  std::vector<double> r(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    r[i] = s[i] * s[i];
  return r;
}
static std::vector<double> along(const std::vector<double> &s, double h,
                                 const std::vector<double> &k) {
  std::vector<double> r(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    r[i] = s[i] + h * k[i];
  return r;
}

// What is returned is the vector that is declared; what is assigned hands its adjoint on.
// CHECK-LABEL: double solve_reverse(
// CHECK:         const std::size_t s_size = start.size();
// CHECK-NEXT:    std::vector<double> s = start;
// CHECK:           k1.assign(s_size, 0);
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:      for (std::size_t i = 0; i < s_size; ++i) {
// CHECK-NOT:       = k1;
// CHECK:         for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      k1_bar.assign(s_size, 0);
// CHECK-NEXT:      value_bar.assign(s_size, 0);
// CHECK-NEXT:      value_bar.swap(s_bar);
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:      for (std::size_t i = 0; i < s_size; ++i) {
[[ad::differentiate(reverse)]] double solve(const std::vector<double> &start, double h, int steps) {
  std::vector<double> s = start;
  for (int t = 0; t < steps; ++t) {
    std::vector<double> k1 = rates(s);
    s = along(s, h, k1);
  }
  return s[0];
}
