// std::min, std::max, fmin, fmax, std::clamp, also as chains and of integers.
#include "harness.h"
#include <algorithm>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y, double z) {
  double a = std::min(x * y, z);
  double b = std::max(x, std::max(y, z * z));
  double c = std::clamp(a * b, 0.25, 1.75);
  double d = std::fmin(x, y) * std::fmax(y, z) - fmin(c, 10.0);
  const double &larger = std::max(x, y);
  int n = std::min(3, std::max(1, static_cast<int>(x * 4)));
  x *= larger * n;
  return a + b * c + d * std::clamp(x, y - 5, y + 5);
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x[0], x[1], x[2]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], x[2], x_dot[2], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], x[2], x_bar[2], y_bar[0]);
      }));
  check(
      {1.7, 0.3, -2.4}, 1, [](In x, Out y) { y[0] = f(x[0], x[1], x[2]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], x[2], x_dot[2], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], x[2], x_bar[2], y_bar[0]);
      }));
  return finish();
}
