// std::array as the result.
#include "harness.h"
#include <array>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
std::array<double, 2> f(double x, double y) {
  std::array<double, 2> r{x * y, x};
  r[1] *= r[0];
  return r;
}

int main() {
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        auto r = f(x[0], x[1]);
        copy(r.data(), y, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        std::array<double, 2> r_dot;
        auto r = f_forward(x[0], x_dot[0], x[1], x_dot[1], r_dot);
        copy(r.data(), y, 2);
        copy(r_dot.data(), y_dot, 2);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        auto r =
            f_reverse(x[0], x_bar[0], x[1], x_bar[1], std::array<double, 2>{y_bar[0], y_bar[1]});
        copy(r.data(), y, 2);
      }));
  return finish();
}
