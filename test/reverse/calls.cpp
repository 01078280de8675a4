// Calls: a small callee is inlined; a rule written by hand is used as it is; what carries no
// derivative is called as before.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

double half_square(double x) { return 0.5 * x * x; }
void scale(double *a, int n, double by) {
  for (int i = 0; i < n; ++i)
    a[i] *= by;
}
double split(double x, double &y) {
  y = x * x;
  return x;
}
int times = 0;
double counted(int n) { return n + 0 * ++times; }

// CHECK:      double inlined_reverse(double x, double &x_bar, double y, double &y_bar, double inlined_bar) {
// CHECK-NEXT:   const double x_1 = x - y;
// CHECK-NEXT:   const double x_1_bar = x_1 * inlined_bar;
// CHECK-NEXT:   y_bar += y * inlined_bar - x_1_bar;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return 0.5 * x_1 * x_1 + 0.5 * y * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double inlined(double x, double y) {
  return half_square(x - y) + half_square(y);
}

// A result that is not used, and one that comes back through a reference.
// CHECK:      double result_reverse(double x, double &x_bar, double result_bar) {
// CHECK-NEXT:   const double y = x * x;
// CHECK-NEXT:   const double y_bar = result_bar;
// CHECK-NEXT:   x_bar += 2 * x * y_bar;
// CHECK-NEXT:   return y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double result(double x) {
  double y;
  split(x, y);
  return y;
}

// In place, twice: the second call is linear in a, and records nothing.
// CHECK:      double in_place_reverse(double *a, double *a_bar, int n, double t, double &t_bar,
// CHECK-NEXT:                         double in_place_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *a_i_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     a_i_at[i] = a[i];
// CHECK-NEXT:     a[i] *= t;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     a[i] *= 2;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   a_bar[0] += a[1] * in_place_bar;
// CHECK-NEXT:   a_bar[1] += a[0] * in_place_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     a_bar[i] *= 2;
// CHECK-NEXT:   double t_bar_sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:     t_bar_sum += a_i_at[i] * a_bar[i];
// CHECK-NEXT:     a_bar[i] *= t;
// CHECK-NEXT:   }
// CHECK-NEXT:   t_bar += t_bar_sum;
// CHECK-NEXT:   return a[0] * a[1];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double in_place(double *a, int n, double t) {
  scale(a, n, t);
  scale(a, n, 2);
  return a[0] * a[1];
}

// A call that sees integers only, and has an effect: it is made once.
// CHECK:      double inactive_reverse(double x, double &x_bar, int n, double inactive_bar) {
// CHECK-COUNT-1: {{counted\(|[+][+]times|times [+]}}
// CHECK-NOT:  {{counted\(|[+][+]times|times [+]}}
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] double inactive(double x, int n) { return x * counted(n); }

double cube(double x) { return x * x * x; }
double cube_reverse(double x, double &x_bar, double cube_bar) {
  x_bar += 3 * x * x * cube_bar;
  return x * x * x;
}
// CHECK:      double by_hand_reverse(double x, double &x_bar, double by_hand_bar) {
// CHECK-NEXT:   const double cube_value = cube(2 * x);
// CHECK-NEXT:   const double by_hand_value = cube_value * x;
// CHECK-NEXT:   const double cube_value_bar = x * by_hand_bar;
// CHECK-NEXT:   x_bar += cube_value * by_hand_bar;
// CHECK-NEXT:   double [[BAR:[a-z_0-9]+]] = 0;
// CHECK-NEXT:   cube_reverse(2 * x, [[BAR]], cube_value_bar);
// CHECK-NEXT:   x_bar += 2 * [[BAR]];
// CHECK-NEXT:   return by_hand_value;
[[ad::differentiate(reverse)]] double by_hand(double x) { return cube(2 * x) * x; }

int main() {
  check(
      {0.7, 1.3}, 4,
      [](In x, Out y) {
        y[0] = inlined(x[0], x[1]) + result(x[0]) + by_hand(x[1]);
        copy(x, y + 1, 2);
        y[3] = in_place(y + 1, 2, x[0]) + inactive(x[0], 3);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = inlined_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]) +
               result_reverse(x[0], x_bar[0], y_bar[0]) + by_hand_reverse(x[1], x_bar[1], y_bar[0]);
        double b[2] = {y_bar[1], y_bar[2]};
        copy(x, y + 1, 2);
        y[3] = in_place_reverse(y + 1, b, 2, x[0], x_bar[0], y_bar[3]);
        add(b, x_bar, 2);
        const int before = times;
        y[3] += inactive_reverse(x[0], x_bar[0], 3, y_bar[3]);
        expect("calls of counted", times - before, 1);
      });
  return finish();
}
