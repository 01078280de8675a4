// floor, ceil, trunc, round, rint, nearbyint, lround: derivative zero between the jumps.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = std::floor(x) * y + std::ceil(y) * x + std::trunc(x * 3);
  double b = x - std::round(x * 2) + std::rint(y * 3) * std::nearbyint(x * 5);
  return a * b + static_cast<double>(std::lround(y * 7) + std::lrint(x) + std::llround(y)) * x;
}

int main() {
  check(
      {0.73, 1.33}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
