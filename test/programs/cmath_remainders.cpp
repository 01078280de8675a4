// fmod, remainder, remquo, modf, fdim, fma, copysign, fabs, abs.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double whole;
  int quotient;
  double a = std::fmod(x * 7, y) + std::remainder(x * 9, y) * std::modf(x * 5, &whole);
  double b = std::fdim(x, y) + std::fdim(y, x) * x + std::fma(x, y, a);
  double c = std::copysign(x, y) * std::copysign(y, -1.0) + std::fabs(x - y) * std::abs(-y);
  return a * b + c * whole + std::remquo(x * 4, y, &quotient) * x;
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
      {1.93, -0.6}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
