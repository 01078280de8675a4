// What does not depend on the inputs, or does not reach an output, has no tangent.
// RUN: %clang_ad_plugin -I%source/test/programs %s -o %t -fplugin-arg-ad-print | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK: double f_forward(double x, double x_dot, double step, int n, double &f_dot) {
// CHECK-NOT: time_dot
// CHECK-NOT: count_dot
// CHECK-NOT: step_dot
// CHECK-NOT: norm_dot
// CHECK: f_dot = sum_dot;
[[ad::differentiate(forward)]] double f(double x, [[ad::constant]] double step, int n) {
  double time = 0, sum = 0, count = n;
  double norm = 0;
  for (int i = 0; i < n; ++i) {
    time += step;
    sum += std::sin(time * x) / count;
    norm = std::fmax(norm, x);
  }
  if (norm > 1e300)
    return sum;
  return sum;
}

int main() {
  check({0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 0.1, 5); },
        [](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f_forward(x[0], x_dot[0], 0.1, 5, y_dot[0]);
        },
        nullptr);
  return finish();
}
