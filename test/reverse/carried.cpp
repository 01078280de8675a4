// What an iteration starts from is recorded once; records of which only parts are read.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

// One record of the state in front of the step, from which all else is computed again.
// CHECK:      double midpoint_reverse(double u, double &u_bar, double a, double &a_bar, double h, double &h_bar,
// CHECK-NEXT:                         int n, double midpoint_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double u_1 = u;
// CHECK-NEXT:   double *u_1_before_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     u_1_before_at[i] = u_1;
// CHECK-NEXT:     const double k = u_1 * u_1 - a;
// CHECK-NEXT:     const double half = u_1 + h / 2 * k;
// CHECK-NEXT:     u_1 += h * (half * half - a);
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double u_1_bar = midpoint_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     const double u_1_before = u_1_before_at[i];
// CHECK-NEXT:     const double k = u_1_before * u_1_before - a;
// CHECK-NEXT:     const double half = u_1_before + h / 2 * k;
// CHECK-NEXT:     const double half_bar = 2 * half * h * u_1_bar;
// CHECK-NEXT:     h_bar += (half * half - a) * u_1_bar + k * half_bar / 2;
// CHECK-NEXT:     const double k_bar = h / 2 * half_bar;
// CHECK-NEXT:     const double u_1_before_bar = half_bar + 2 * u_1_before * k_bar;
// CHECK-NEXT:     a_bar -= h * u_1_bar + k_bar;
// CHECK-NEXT:     u_1_bar += u_1_before_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   u_bar += u_1_bar;
// CHECK-NEXT:   return u_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double midpoint(double u, double a, double h, int n) {
  for (int i = 0; i < n; ++i) {
    const double k = u * u - a;
    const double half = u + h / 2 * k;
    u += h * (half * half - a);
  }
  return u;
}

// CHECK:      double spring_reverse(double x, double &x_bar, double k, double &k_bar, double h, double &h_bar,
// CHECK-NEXT:                       int n, double spring_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   State s = {x, 0.0};
// CHECK-NEXT:   double *d_x_at = tape.array<double>(n);
// CHECK-NEXT:   double *s_x_before_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     d_x_at[i] = s.v;
// CHECK-NEXT:     s_x_before_at[i] = s.x;
// CHECK-NEXT:     const double d_v = -k * s.x * s.x;
// CHECK-NEXT:     s.x += h * s.v;
// CHECK-NEXT:     s.v += h * d_v * s.v;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   State s_bar = {};
// CHECK-NEXT:   s_bar.x += spring_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     const double d_x = d_x_at[i];
// CHECK-NEXT:     const double s_x_before = s_x_before_at[i];
// CHECK-NEXT:     const double d_v = -k * s_x_before * s_x_before;
// CHECK-NEXT:     const double d_v_bar = h * d_x * s_bar.v;
// CHECK-NEXT:     h_bar += d_v * d_x * s_bar.v + d_x * s_bar.x;
// CHECK-NEXT:     const double d_x_bar = h * d_v * s_bar.v + h * s_bar.x;
// CHECK-NEXT:     k_bar -= s_x_before * s_x_before * d_v_bar;
// CHECK-NEXT:     const double s_x_before_bar = -2 * k * s_x_before * d_v_bar;
// CHECK-NEXT:     s_bar.x += s_x_before_bar;
// CHECK-NEXT:     s_bar.v += d_x_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += s_bar.x;
// CHECK-NEXT:   return s.x;
// CHECK-NEXT: }
struct State {
  double x, v;
};
static State slope(const State &s, double k) { return {s.v, -k * s.x * s.x}; }
// The slope is two numbers.
[[ad::differentiate(reverse)]] double spring(double x, double k, double h, int n) {
  State s = {x, 0};
  for (int i = 0; i < n; ++i) {
    const State d = slope(s, k);
    s.x += h * d.x;
    s.v += h * d.v * d.x;
  }
  return s.x;
}
