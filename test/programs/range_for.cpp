// Range-for by value, by reference and const reference, over arrays and std::array.
#include "harness.h"
#include <array>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double (&a)[3], double x) {
  double t[3], sum = 0;
  int i = 0;
  for (double &each : t)
    each = a[i++] * x;
  for (double each : t) {
    each *= each;
    sum += each;
  }
  for (const double &each : a) {
    if (each < 0)
      continue;
    sum += each * t[0];
  }
  std::array<double, 2> pair = {sum, x};
  for (auto &each : pair)
    each *= x;
  for (const auto each : pair)
    sum += each * each;
  return sum;
}

int main() {
  check(
      {0.7, -1.3, 0.4, 0.9}, 1, [](In x, Out y) { y[0] = f({x[0], x[1], x[2]}, x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] =
            f_forward({x[0], x[1], x[2]}, {x_dot[0], x_dot[1], x_dot[2]}, x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[3] = {x_bar[0], x_bar[1], x_bar[2]};
        y[0] = f_reverse({x[0], x[1], x[2]}, a_bar, x[3], x_bar[3], y_bar[0]);
        copy(a_bar, x_bar, 3);
      }));
  return finish();
}
