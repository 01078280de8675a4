// What a number is set to again in a loop gets a name of its own: no version is put back, and the
// adjoint of a quotient reads the quotient.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-versions \
// RUN:   | FileCheck %s --check-prefix=APART

// APART: double scaled_reverse(
// APART:   a /= g;

#include <cmath>

// CHECK:      double scaled_reverse(const double *x, double *x_bar, double g, double &g_bar, int n,
// CHECK-NEXT:                       double scaled_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   double *s_before_at = tape.array<double>(n);
// CHECK-NEXT:   double *a_2_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s_before_at[i] = s;
// CHECK-NEXT:     const double a = x[i] + s;
// CHECK-NEXT:     const double a_1 = a / g;
// CHECK-NEXT:     const double a_2 = std::exp(a_1);
// CHECK-NEXT:     a_2_at[i] = a_2;
// CHECK-NEXT:     s += a_2 * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = scaled_bar;
// CHECK-NEXT:   double g_bar_sum = 0;
// CHECK-NEXT:   const double g_inverse = 1 / g;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     const double a = x[i] + s_before_at[i];
// CHECK-NEXT:     const double a_1 = a / g;
// CHECK-NEXT:     const double a_2 = a_2_at[i];
// CHECK-NEXT:     const double a_2_bar = x[i] * s_bar;
// CHECK-NEXT:     const double a_1_bar = a_2 * a_2_bar;
// CHECK-NEXT:     const double t_bar = a_1_bar * g_inverse;
// CHECK-NEXT:     const double a_bar = t_bar;
// CHECK-NEXT:     g_bar_sum -= a_1 * t_bar;
// CHECK-NEXT:     x_bar[i] += a_2 * s_bar + a_bar;
// CHECK-NEXT:     const double s_before_bar = a_bar;
// CHECK-NEXT:     s_bar += s_before_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   g_bar += g_bar_sum;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double scaled(const double *x, double g, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double a = x[i] + s;
    a /= g;
    a = std::exp(a);
    s += a * x[i];
  }
  return s;
}

// A sum is formed in one place; what becomes of it is another number.
// CHECK:      double means_reverse(const double *x, double *x_bar, int rows, int n, double means_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   double *mean_1_at = tape.array<double>(rows);
// CHECK-NEXT:   double *sqrt_s_mean_mean_at = tape.array<double>(rows);
// CHECK-NEXT:   for (int r = 0; r < rows; ++r) {
// CHECK-NEXT:     double mean = 0;
// CHECK-NEXT:     for (int i = 0; i < n; ++i)
// CHECK-NEXT:       mean += x[r * n + i];
// CHECK-NEXT:     const double mean_1 = mean / n;
// CHECK-NEXT:     mean_1_at[r] = mean_1;
// CHECK-NEXT:     sqrt_s_mean_mean_at[r] = std::sqrt(s + mean_1 * mean_1);
// CHECK-NEXT:     s += sqrt_s_mean_mean_at[r];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = means_bar;
// CHECK-NEXT:   const double inverse = 1.0 / n;
// CHECK-NEXT:   for (int r = rows; r-- > 0;) {
// CHECK-NEXT:     const double t_bar = (sqrt_s_mean_mean_at[r] == 0 ? 0 : 0.5 / sqrt_s_mean_mean_at[r]) * s_bar;
// CHECK-NEXT:     const double mean_1_bar = 2 * mean_1_at[r] * t_bar;
// CHECK-NEXT:     s_bar += t_bar;
// CHECK-NEXT:     const double mean_bar = mean_1_bar * inverse;
// CHECK-NEXT:     for (int i = 0; i < n; ++i)
// CHECK-NEXT:       x_bar[r * n + i] += mean_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double means(const double *x, int rows, int n) {
  double s = 0;
  for (int r = 0; r < rows; ++r) {
    double mean = 0;
    for (int i = 0; i < n; ++i)
      mean += x[r * n + i];
    mean /= n;
    s += std::sqrt(s + mean * mean);
  }
  return s;
}
