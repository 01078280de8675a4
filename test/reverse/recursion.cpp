// A function that calls itself has a pair of sweeps that share the caller's tape: the forward sweep
// leaves there what the reverse sweep needs. (Both are also called at once: calls_at_once.cpp.)
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   -fplugin-arg-ad-no-calls-at-once | FileCheck %s
// RUN: %t
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t && %t
#include "harness.h"

double power(double x, int n) {
  if (n == 0)
    return 1;
  return x * power(x, n - 1);
}

// CHECK:      static double power_forward_sweep(ad::tape &tape, double x, int n);
// CHECK-NEXT: static void power_reverse_sweep(ad::tape &tape, double x, double &x_bar, int n, double power_bar);

// CHECK:      // power_forward_sweep: forward sweep of power (recursion.cpp:[[@LINE-9]])
// CHECK-NEXT: static double power_forward_sweep(ad::tape &tape, double x, int n) {
// CHECK:          power_value = power_forward_sweep(tape, x, n - 1);
// CHECK:        tape.push(power_value);
// CHECK-NOT:  tape.push
// CHECK:      // power_reverse_sweep: reverse sweep of power (recursion.cpp:[[@LINE-14]])
// CHECK-NEXT: static void power_reverse_sweep(ad::tape &tape, double x, double &x_bar, int n, double power_bar) {
// CHECK:        const double power_value = tape.pop<double>();
// CHECK:          const double power_value_bar = x * power_bar;
// CHECK-NEXT:     x_bar += power_value * power_bar;
// CHECK-NEXT:     power_reverse_sweep(tape, x, x_bar, n - 1, power_value_bar);
// CHECK:      double f_reverse(double x, double &x_bar, double f_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   const double power_value = power_forward_sweep(tape, x, 3);
// CHECK:        power_reverse_sweep(tape, x, x_bar, 3, {{.*}});
// CHECK-NEXT:   return power_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double f(double x) { return power(x, 3); }

// What the reverse sweep can compute from the arguments is not recorded.
// CHECK:      double doubling_forward_sweep(
// CHECK-NOT:  tape.push
// CHECK:      // doubling_reverse_sweep:
// CHECK-NOT:  tape.pop
// CHECK:      double doubling_reverse(
// CHECK:          x_bar += 2 * x * doubling_bar;
// CHECK-NEXT:   } else {
// CHECK:          double x_bar_1 = 0;
// CHECK-NEXT:     doubling_reverse_sweep(tape, 2 * x, x_bar_1, {{.*}});
// CHECK-NEXT:     x_bar += 2 * x_bar_1;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double doubling(double x) {
  if (x > 4)
    return x * x;
  return doubling(2 * x);
}

int main() {
  check(
      {0.7}, 2,
      [](In x, Out y) {
        y[0] = f(x[0]);
        y[1] = doubling(x[0]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], y_bar[0]);
        y[1] = doubling_reverse(x[0], x_bar[0], y_bar[1]);
      });
  return finish();
}
