// Loops that write to elements, each iteration to its own, are reversed at once, too: where nothing
// behind them uses these elements, their adjoints are known when the loop begins.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse \
// RUN:   | FileCheck %s --check-prefix=APART
#include <cmath>

// One pass over A: the row's adjoint is known before the row is summed.
// CHECK:      void matvec_reverse(const double *A, double *A_bar, const double *x, double *x_bar, double *y,
// CHECK-NEXT:                     double *y_bar, int m, int n) {
// CHECK-NEXT:   if (ad::overlap(A, m * n, y, m) || ad::overlap(x, n, y, m))
// CHECK-NEXT:     return matvec_reverse_overlapping(A, A_bar, x, x_bar, y, y_bar, m, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < m; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double s = 0;
// CHECK-NEXT:     const double s_bar = y_bar[i];
// CHECK-NEXT:     for (int j = 0; j < n; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       s += A[i * n + j] * x[j];
// CHECK-NEXT:       A_bar[i * n + j] += x[j] * s_bar;
// CHECK-NEXT:       x_bar[j] += A[i * n + j] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     y[i] = s;
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// APART:      void matvec_reverse(
// APART:        // reverse sweep
// APART-NEXT:   for (int i = 0; i < m; ++i) {
[[ad::differentiate(reverse)]] void matvec(const double *A, const double *x, double *y, int m,
                                           int n) {
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += A[i * n + j] * x[j];
    y[i] = s;
  }
}

// Rows and columns tell the elements apart. Nothing is recorded.
// CHECK:      void distances_reverse(
// CHECK-NOT:    tape
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double x_bar_sum = 0;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       const double difference = x[i] - x[j];
// CHECK-NEXT:       d[i * n + j] = std::sqrt(1 + difference * difference);
// CHECK-NEXT:       {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         const double difference_bar =
// CHECK-NEXT:             2 * difference * (d[i * n + j] == 0 ? 0 : 0.5 / d[i * n + j]) * d_bar[i * n + j];
// CHECK-NEXT:         d_bar[i * n + j] = 0;
// CHECK-NEXT:         x_bar_sum += difference_bar;
// CHECK-NEXT:         x_bar[j] -= difference_bar;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     x_bar[i] += x_bar_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void distances(const double *x, double *d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double difference = x[i] - x[j];
      d[i * n + j] = std::sqrt(1 + difference * difference);
    }
}

// Where arrays may overlap, an iteration may read what another has written.
// CHECK:      static void activate_reverse_overlapping(
// CHECK-NOT:    at once
// CHECK:      void activate_reverse(
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
[[ad::differentiate(reverse)]] void activate(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = std::tanh(x[i]);
}

// The adjoint of y is complete only when what stands behind the loop has been reversed.
// CHECK:      double behind_reverse(
// CHECK-NOT:    at once
// CHECK:        return
[[ad::differentiate(reverse)]] double behind(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  return y[0];
}

// The rows share elements: d[n] is written by two iterations of the outer loop.
// CHECK:      void shared_reverse(
// CHECK-NOT:    at once
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void shared(const double *__restrict x, double *__restrict d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= n; ++j)
      d[i * n + j] = x[i] * x[j];
}
