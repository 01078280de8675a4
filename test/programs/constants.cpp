// Static, namespace, constexpr and function-local constants.
#include "harness.h"

namespace physics {
constexpr double gravity = 9.81;
static const double table[4] = {0.1, 0.2, 0.4, 0.8};
} // namespace physics
const double offset = std::sqrt(2.0);

struct Limits {
  static constexpr double largest = 2.5;
  static const int count = 4;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  static const double weights[] = {1.5, -0.5, 0.25};
  constexpr int size = 3;
  const double half = 0.5;
  double sum = offset * x;
  for (int i = 0; i < size; ++i)
    sum += weights[i] * x * physics::table[i] * y;
  for (int i = 0; i < Limits::count; ++i)
    sum += half * physics::gravity * physics::table[i] * x * x;
  return sum > Limits::largest ? sum * y : sum;
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
  check(
      {0.1, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
