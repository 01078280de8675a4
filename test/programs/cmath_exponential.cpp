// exp, exp2, expm1, log, log2, log10, log1p, logb, ilogb.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = std::exp(x) + std::exp2(y) + std::expm1(x * y);
  double b = std::log(x) * std::log2(y) + std::log10(x + y) - std::log1p(x);
  return a * b + std::logb(x * 5) * x + std::ilogb(y * 9) * y;
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
