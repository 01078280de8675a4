// Vectors that iterations make keep their memory, and adjoints of assignments change places; sizes
// that stay the same are declared ahead, where arrays on the tape are made; an element that a search
// of the library finds is an element of the vector.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s --implicit-check-not=tape.nest
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-keep | FileCheck %s --check-prefix=OFF
#include <algorithm>
#include <cmath>
#include <vector>

// CHECK-LABEL: double chain_reverse(
// CHECK:         const std::size_t next_size = n;
// CHECK:         double **tanh_w_i_h_0_at = tape.array<double>(steps, n);
// CHECK:         std::vector<double> next;
// CHECK-NEXT:    for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:      next.assign(next_size, 0);
// CHECK:           h.swap(next);
// CHECK:         // reverse sweep
// CHECK:         std::vector<double> next_bar;
// CHECK-NEXT:    for (int t = steps; t-- > 0;) {
// CHECK:           next_bar.swap(h_bar);
// CHECK-NEXT:      h_bar.assign(h_size_at[t], 0);
// OFF-LABEL:   double chain_reverse(
// OFF:             std::vector<double> next(next_size);
// OFF:             h = next;
// OFF:             std::vector<double> next_bar(next_size);
[[ad::differentiate(reverse)]]
double chain(const std::vector<double> &w, const std::vector<double> &x, int n, int steps) {
  std::vector<double> h = x;
  for (int t = 0; t < steps; ++t) {
    std::vector<double> next(n);
    for (int i = 0; i < n; ++i)
      next[i] = std::tanh(w[i] * h[0]);
    h = next;
  }
  return h[n - 1];
}

// CHECK-LABEL: double soft_reverse(
// CHECK-NOT:     .data()
// CHECK:           const double top = scores[{{.*}}];
// CHECK:           scores_bar[{{.*}}] += top_bar
[[ad::differentiate(reverse)]] double soft(const double *x, int rows, int n) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    std::vector<double> scores(n);
    for (int i = 0; i < n; ++i)
      scores[i] = x[i] * x[(i + r) % n];
    const double top = *std::max_element(scores.begin(), scores.end());
    double part = 0;
    for (double s : scores)
      part += std::exp(s - top);
    sum += top + std::log(part);
  }
  return sum;
}
