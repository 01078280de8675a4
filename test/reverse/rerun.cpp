// A loop over pairs that a simulation steps through: cheap iterations that meet only in sums are run
// again in the reverse sweep, and nothing of them is recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-rerun \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cmath>

// CHECK:      double bodies_reverse(
// CHECK:        double *x_then = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     tape.nest(x_then, n);
// CHECK-NEXT:     for (int k = 0; k < n; ++k)
// CHECK-NEXT:       x_then[k] = x[k];
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       for (int j = i + 1; j < n; ++j) {
// CHECK-NEXT:         double square = (x_then[i] - x_then[j]) * (x_then[i] - x_then[j]);
// CHECK-NEXT:         if (square < 0.1)
// CHECK-NEXT:           square += 0.1;
// CHECK-NEXT:         v[i] += std::sqrt(square);
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK:        // reverse sweep
// CHECK:            for (int j = i + 1; j < n; ++j) {
// CHECK-NEXT:         double square = (x_then[i] - x_then[j]) * (x_then[i] - x_then[j]);
// CHECK-NEXT:         if (square < 0.1)
// CHECK-NEXT:           square += 0.1;
// CHECK-NEXT:         const double sqrt_square = std::sqrt(square);
// CHECK-NEXT:         const double square_bar = (sqrt_square == 0 ? 0 : 0.5 / sqrt_square) * v_bar[i];
// CHECK:          tape.unnest(x_then);
// OFF:        double bodies_reverse(
// OFF:          square_at
[[ad::differentiate(reverse)]]
double bodies(double *__restrict x, double *__restrict v, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    // REPORT: rerun.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the elements of 'x' are copied before this loop: they are overwritten after it
    for (int i = 0; i < n; ++i)
      // REPORT: rerun.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the reverse sweep runs each iteration of this loop again: nothing of it is recorded
      for (int j = i + 1; j < n; ++j) {
        double square = (x[i] - x[j]) * (x[i] - x[j]);
        if (square < 0.1)
          square += 0.1;
        v[i] += std::sqrt(square);
      }
    for (int i = 0; i < n; ++i)
      x[i] += v[i];
  }
  return x[0];
}

// The exponential is recorded: it costs more to compute again than to read.
// CHECK:      double costly_reverse(
// CHECK:        exp_p_at
// CHECK:        return
[[ad::differentiate(reverse)]]
double costly(double *__restrict x, double *__restrict v, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i) {
      double p = x[i] * x[i - 1];
      p *= std::exp(-p);
      v[i] += p;
    }
    for (int i = 0; i < n; ++i)
      x[i] += v[i];
  }
  return x[0];
}
