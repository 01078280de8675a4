// sqrt, cbrt, pow, hypot with two and three arguments.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = std::sqrt(x) + std::cbrt(y) * std::cbrt(-x);
  double b = std::pow(x, y) + std::pow(y, 3) + std::pow(2.0, x) + std::pow(x, 0.5);
  return a * b + std::hypot(x, y) * std::hypot(-x, y, 0.5) + std::pow(-x, 3);
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
