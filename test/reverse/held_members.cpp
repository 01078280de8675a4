// Members that are functions or references: the object is what is left of it, its methods are
// inlined.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t \
// RUN:   -fplugin-arg-ad-print | FileCheck %s
// RUN: %t
#include "scalars.h"
#include <functional>
#include <utility>

class Newton {
  std::function<double(double)> residual;
  const double &slope;
  double step;

public:
  Newton(std::function<double(double)> residual, const double &slope, double step)
      : residual(std::move(residual)), slope(slope), step(step) {}
  double operator()(double t) const { return t - step * residual(t) / slope; }
};

// CHECK-LABEL: double solved_reverse(
// CHECK:         struct Newton_members {
// CHECK-NEXT:      double step;
// CHECK-NEXT:    };
// CHECK-NEXT:    Newton_members newton;
// CHECK-NEXT:    newton.step = 0.5;
// CHECK-NEXT:    x_bar += newton.step * (solved_bar / y);
// CHECK-NEXT:    y_bar += newton.step * (1.5 * 1.5 - x) / y * (solved_bar / y);
[[ad::differentiate(forward, reverse)]] double solved(double x, double y) {
  Newton newton([=](double t) { return t * t - x; }, y, 0.5);
  return newton(1.5);
}

int main() {
  CHECK_SCALARS(solved, {0.7, 1.3});
  return finish();
}
