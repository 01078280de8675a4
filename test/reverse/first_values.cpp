// A variable that is declared without a value, as in C, is declared where it gets one; what it is used
// for later, or elsewhere, gets a variable of its own.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-first-values \
// RUN:   | FileCheck %s --check-prefix=APART

// APART: double turned_reverse(
// APART:   double c;

#include <cmath>

// CHECK:      double turned_reverse(const double *x, double *x_bar, int n, double turned_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   double *angle_at = tape.array<double>(n);
// CHECK-NEXT:   double *sin_angle_at = tape.array<double>(n);
// CHECK-NEXT:   double *c_at = tape.array<double>(n);
// CHECK-NEXT:   double *sum_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double angle = std::sqrt(x[i]);
// CHECK-NEXT:     angle_at[i] = angle;
// CHECK-NEXT:     sin_angle_at[i] = std::sin(angle);
// CHECK-NEXT:     const double c = std::cos(angle);
// CHECK-NEXT:     c_at[i] = c;
// CHECK-NEXT:     const double t = c * sum;
// CHECK-NEXT:     sum_at[i] = sum;
// CHECK-NEXT:     sum = t + sin_angle_at[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   const double t_1 = sum * sum;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double t_1_bar = x[0] * turned_bar;
// CHECK-NEXT:   x_bar[0] += t_1 * turned_bar;
// CHECK-NEXT:   double sum_bar = 2 * sum * t_1_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     const double angle = angle_at[i];
// CHECK-NEXT:     const double c = c_at[i];
// CHECK-NEXT:     const double s_1_bar = sum_bar;
// CHECK-NEXT:     const double t_bar = sum_bar;
// CHECK-NEXT:     sum_bar = c * t_bar;
// CHECK-NEXT:     const double c_bar = sum_at[i] * t_bar;
// CHECK-NEXT:     const double angle_bar = c * s_1_bar - sin_angle_at[i] * c_bar;
// CHECK-NEXT:     x_bar[i] += (angle == 0 ? 0 : 0.5 / angle) * angle_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return t_1 * x[0];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double turned(const double *x, int n) {
  double angle, c, s, t, sum = 0;
  for (int i = 0; i < n; ++i) {
    angle = std::sqrt(x[i]);
    c = std::cos(angle);
    s = std::sin(angle);
    t = c * sum;
    sum = t + s;
  }
  t = sum * sum;
  return t * x[0];
}
