// How the rules of plugin/rules/rules.def read in a companion; docs/rules.md lists them all.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK: void powers_forward(
// CHECK-NEXT: y_dot[0] = 2 * x * x_dot;
// CHECK-NEXT: y[0] = std::pow(x, 2);
// CHECK-NEXT: y_dot[1] = 3 * x * x * x_dot;
// CHECK-NEXT: y[1] = std::pow(x, 3);
// CHECK-NEXT: y_dot[2] = 4 * x * x * x * x_dot;
// CHECK-NEXT: y[2] = std::pow(x, 4);
// CHECK-NEXT: const double pow_x = std::pow(2, x);
// CHECK-NEXT: y_dot[3] = pow_x * std::log(2) * x_dot;
// CHECK-NEXT: y[3] = pow_x;
// CHECK-NEXT: const double pow_x_1 = std::pow(x, n);
// CHECK-NEXT: y_dot[4] = x == 0 ? (n == 0 ? 0 : n * std::pow(x, n - 1.0) * x_dot) : n * pow_x_1 / x * x_dot;
// CHECK-NEXT: y[4] = pow_x_1;
[[ad::differentiate(forward)]] void powers(double x, int n, double *y) {
  y[0] = std::pow(x, 2);
  y[1] = std::pow(x, 3);
  y[2] = std::pow(x, 4);
  y[3] = std::pow(2, x);
  y[4] = std::pow(x, n);
}

// CHECK: void results_forward(
// CHECK-NEXT: const double tanh_x = std::tanh(x);
// CHECK-NEXT: y_dot[0] = (1 - tanh_x * tanh_x) * x_dot;
// CHECK-NEXT: y[0] = tanh_x;
// CHECK-NEXT: y_dot[1] = x_dot / x;
// CHECK-NEXT: y[1] = std::log(x);
// CHECK-NEXT: y_dot[2] = x_dot / (1 + x * x);
// CHECK-NEXT: y[2] = std::atan(x);
// CHECK-NEXT: y_dot[3] = ad::digamma(x) * x_dot;
// CHECK-NEXT: y[3] = std::lgamma(x);
[[ad::differentiate(forward)]] void results(double x, double *y) {
  y[0] = std::tanh(x);
  y[1] = std::log(x);
  y[2] = std::atan(x);
  y[3] = std::lgamma(x);
}

int main() {
  check({0.7}, 5, [](In x, Out y) { powers(x[0], 3, y); },
        [](In x, In x_dot, Out y, Out y_dot) { powers_forward(x[0], x_dot[0], 3, y, y_dot); },
        nullptr);
  check({0.7}, 4, [](In x, Out y) { results(x[0], y); },
        [](In x, In x_dot, Out y, Out y_dot) { results_forward(x[0], x_dot[0], y, y_dot); },
        nullptr);
  return finish();
}
