// Arrays outside of a loop that each iteration fills; parts of arrays that helpers are given.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-scratch \
// RUN:   | FileCheck %s --check-prefix=APART
#include <cmath>
#include <vector>

// Each iteration fills the vector before it reads it.
// CHECK:      double norms_reverse(const double *a, double *a_bar, const double *x, double *x_bar, int n, int d,
// CHECK-NEXT:                      double norms_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const std::size_t y_size = d;
// CHECK-NEXT:   std::vector<double> y(y_size);
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   std::vector<double> y_bar(y.size());
// CHECK-NEXT:   const double s_bar = norms_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     for (int j = 0; j < d; ++j)
// CHECK-NEXT:       y[j] = a[j] * x[i];
// CHECK-NEXT:     for (int j = 0; j < d; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       s += y[j] * y[j];
// CHECK-NEXT:       y_bar[j] += 2 * y[j] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:     for (int j = 0; j < d; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:       a_bar[j] += x[i] * y_bar[j];
// CHECK-NEXT:       x_bar_sum += a[j] * y_bar[j];
// CHECK-NEXT:       y_bar[j] = 0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_bar_sum != 0)
// CHECK-NEXT:       x_bar[i] += x_bar_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// APART:      double norms_reverse(
// APART:        // reverse sweep
// APART:        for (int i = n; i-- > 0;) {
[[ad::differentiate(reverse)]] double norms(const double *a, const double *x, int n, int d) {
  std::vector<double> y(d);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < d; ++j)
      y[j] = a[j] * x[i];
    for (int j = 0; j < d; ++j)
      s += y[j] * y[j];
  }
  return s;
}

// One more element is read than the iteration has written.
// CHECK:      double left_reverse(const double *x, double *x_bar, int n, double left_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double *y_j_at = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const std::size_t y_size = n;
// CHECK-NEXT:   std::vector<double> y(y_size);
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < i; ++j)
// CHECK-NEXT:       y[j] = x[i] * x[j];
// CHECK-NEXT:     tape.nest(y_j_at, i + 1);
// CHECK-NEXT:     for (int j = 0; j <= i; ++j) {
// CHECK-NEXT:       y_j_at[j] = y[j];
// CHECK-NEXT:       s += y[j] * y[j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   std::vector<double> y_bar(y.size());
// CHECK-NEXT:   const double s_bar = left_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     for (int j = 0; j <= i; ++j)
// CHECK-NEXT:       y_bar[j] += 2 * y_j_at[j] * s_bar;
// CHECK-NEXT:     tape.unnest(y_j_at);
// CHECK-NEXT:     double x_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:     for (int j = 0; j < i; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:       x_bar_sum += x[j] * y_bar[j];
// CHECK-NEXT:       x_bar[j] += x[i] * y_bar[j];
// CHECK-NEXT:       y_bar[j] = 0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_bar_sum != 0)
// CHECK-NEXT:       x_bar[i] += x_bar_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double left(const double *x, int n) {
  std::vector<double> y(n);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      y[j] = x[i] * x[j];
    for (int j = 0; j <= i; ++j)
      s += y[j] * y[j];
  }
  return s;
}

// What a pointer leads to has the name of the array in which it lies.
// CHECK:      void rows_reverse(int k, int n, const double *x, double *x_bar, double *out, double *out_bar) {
// CHECK-NEXT:   if (ad::overlap(x, k * n, out, k))
// CHECK-NEXT:     return rows_reverse_overlapping(k, n, x, x_bar, out, out_bar);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < k; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double s = 0;
// CHECK-NEXT:     const double s_bar = out_bar[i];
// CHECK-NEXT:     for (int i_1 = 0; i_1 < n; ++i_1) { // each iteration is reversed at once
// CHECK-NEXT:       s += x[i * n + i_1] * x[i * n + i_1] * x[i * n + i_1];
// CHECK-NEXT:       x_bar[i * n + i_1] += 3 * x[i * n + i_1] * x[i * n + i_1] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     out[i] = s;
// CHECK-NEXT:     out_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
static double cubes(int n, const double *y) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = s + y[i] * y[i] * y[i];
  return s;
}
[[ad::differentiate(reverse)]] void rows(int k, int n, const double *x, double *out) {
  for (int i = 0; i < k; ++i)
    out[i] = cubes(n, &x[i * n]);
}

// A counter runs through a triangle of n (n - 1) / 2 numbers.
// CHECK:      void packed_reverse(int n, const double *lower, double *lower_bar, const double *x, double *x_bar,
// CHECK-NEXT:                     double *y, double *y_bar) {
// CHECK-NEXT:   if (ad::overlap(lower, ad::saturated(n) * (ad::saturated(n) + 1) / 2 - n, y, n) ||
// CHECK-NEXT:       ad::overlap(x, n, y, n))
// CHECK-NEXT:     return packed_reverse_overlapping(n, lower, lower_bar, x, x_bar, y, y_bar);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   int next = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = i + 1; j < n; ++j) {
// CHECK-NEXT:       y[j] += lower[next] * x[i];
// CHECK-NEXT:       ++next;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     double x_bar_sum = 0;
// CHECK-NEXT:     for (int j = n; j-- > i + 1;) {
// CHECK-NEXT:       --next;
// CHECK-NEXT:       lower_bar[next] += x[i] * y_bar[j];
// CHECK-NEXT:       x_bar_sum += lower[next] * y_bar[j];
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_bar_sum != 0)
// CHECK-NEXT:       x_bar[i] += x_bar_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void packed(int n, const double *lower, const double *x, double *y) {
  int next = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      y[j] += lower[next] * x[i];
      ++next;
    }
}
