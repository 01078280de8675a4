// Callees that are not annotated get companions of their own, recursion included; a rule written by
// hand is used where there is one; a call that sees constants only stays as it is.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

double outside(double x) { return std::sin(x) * 2; }
int ruled = 0;
double outside_forward(double x, double x_dot, double &outside_dot) {
  ++ruled;
  outside_dot = 2 * std::cos(x) * x_dot;
  return outside(x);
}

double power(double x, int n) {
  if (n == 0)
    return 1;
  return x * power(x, n - 1);
}

// CHECK: static double power_forward(double x, double x_dot, int n, double &power_dot);

// CHECK: // power_forward: tangent of power (calls.cpp:[[@LINE-8]])
// CHECK-NEXT: static double power_forward(double x, double x_dot, int n, double &power_dot) {
// CHECK-NEXT:   if (n == 0) {
// CHECK-NEXT:     power_dot = 0;
// CHECK-NEXT:     return 1;
// CHECK-NEXT:   }
// CHECK-NEXT:   double power_value_dot;
// CHECK-NEXT:   const double power_value = power_forward(x, x_dot, n - 1, power_value_dot);
// CHECK-NEXT:   power_dot = x_dot * power_value + x * power_value_dot;
// CHECK-NEXT:   return x * power_value;
// CHECK-NEXT: }

// CHECK: double f_forward(double x, double x_dot, double &f_dot) {
// CHECK-NEXT:   double outside_value_dot;
// CHECK-NEXT:   const double outside_value = outside_forward(x, x_dot, outside_value_dot);
// CHECK-NEXT:   double power_value_dot;
// CHECK-NEXT:   const double power_value = power_forward(x, x_dot, 3, power_value_dot);
// CHECK-NEXT:   const double power_value_1 = power(2, 3);
// CHECK-NEXT:   f_dot = outside_value_dot + power_value_dot * power_value_1;
// CHECK-NEXT:   return outside_value + power_value * power_value_1;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double f(double x) {
  return outside(x) + power(x, 3) * power(2, 3);
}

int main() {
  check({0.7}, 1, [](In x, Out y) { y[0] = f(x[0]); },
        [](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); },
        nullptr);
  expect_true("the rule was used", ruled > 0);
  return finish();
}
