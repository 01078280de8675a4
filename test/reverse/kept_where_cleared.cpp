// The adjoint of a product of a matrix and a vector goes along the rows: what a row's adjoint is
// multiplied with lies in the element that is cleared afterwards, and the forward sweep goes along
// the rows, too, though the iterations add to a number.

// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

// CHECK-LABEL: {{^}}double chain_reverse(
// CHECK:         for (int i = 0; i < k; ++i) {
// CHECK-NEXT:      for (int j = 0; j < k; ++j)
// CHECK-NEXT:        sum_at[t][j] += p_then[i] * a[i * k + j];
// CHECK-NEXT:    }
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    for (int j = 0; j < k; ++j) {
// CHECK-NEXT:      next[j] = sum_at[t][j] * b[see[t] * k + j];
// CHECK-NEXT:      s += next[j];
// CHECK-NEXT:    }
// CHECK:         for (int j = 0; j < k; ++j) {
// CHECK:           b_bar[see[t] * k + j] += sum_at[t][j] * next_bar[j];
// CHECK-NEXT:      next_bar[j] *= b[see[t] * k + j];
// CHECK-NEXT:    }
// CHECK-NEXT:    for (int i = 0; i < k; ++i) {
// CHECK-NEXT:      double p_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:      for (int j = 0; j < k; ++j) {
// CHECK:             p_bar_sum += a[i * k + j] * next_bar[j];
// CHECK-NEXT:        a_bar[i * k + j] += p_then[i] * next_bar[j];
// CHECK-NEXT:      }
// CHECK-NEXT:      p_bar[i] += p_bar_sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    for (int j = 0; j < k; ++j)
// CHECK-NEXT:      next_bar[j] = 0;
[[ad::differentiate(reverse)]]
double chain(const double *a, const double *b, const int *see, int k, int steps) {
  std::vector<double> p(k, 1.0), next(k);
  double log_sum = 0;
  for (int t = 0; t < steps; ++t) {
    double s = 0;
    for (int j = 0; j < k; ++j) {
      double sum = 0;
      for (int i = 0; i < k; ++i)
        sum += p[i] * a[i * k + j];
      next[j] = sum * b[see[t] * k + j];
      s += next[j];
    }
    for (int j = 0; j < k; ++j)
      p[j] = next[j] / s;
    log_sum += std::log(s);
  }
  return log_sum;
}
