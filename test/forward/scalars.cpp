// Tangents stand beside values and are computed before the value that they need is overwritten.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK: double chain_forward(double x, double x_dot, int n, double &chain_dot) {
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   double s_dot = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double sin_s = std::sin(s);
// CHECK-NEXT:     s_dot = std::cos(s) * s_dot * x + sin_s * x_dot;
// CHECK-NEXT:     s = sin_s * x;
// CHECK-NEXT:   }
// CHECK-NEXT:   chain_dot = s_dot;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}

// CHECK: double arithmetic_forward(double x, double x_dot, double y, double y_dot, double &arithmetic_dot) {
// CHECK-NEXT:   const double sum = x + y - 2 * x;
// CHECK-NEXT:   const double sum_dot = x_dot + y_dot - 2 * x_dot;
// CHECK-NEXT:   const double ratio = x / y;
// CHECK-NEXT:   const double ratio_dot = (x_dot - ratio * y_dot) / y;
// CHECK-NEXT:   arithmetic_dot = sum_dot * ratio + sum * ratio_dot - 3 * x * x * x_dot;
// CHECK-NEXT:   return sum * ratio - x * x * x;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double arithmetic(double x, double y) {
  const double sum = x + y - 2 * x;
  const double ratio = x / y;
  return sum * ratio - x * x * x;
}

int main() {
  check({0.7}, 1, [](In x, Out y) { y[0] = chain(x[0], 5); },
        [](In x, In x_dot, Out y, Out y_dot) { y[0] = chain_forward(x[0], x_dot[0], 5, y_dot[0]); },
        nullptr);
  check({0.7, 1.9}, 1, [](In x, Out y) { y[0] = arithmetic(x[0], x[1]); },
        [](In x, In x_dot, Out y, Out y_dot) {
          y[0] = arithmetic_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        },
        nullptr);
  return finish();
}
