// while ((r = ...) > tolerance), if ((y = ...) > 0).
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  double guess = 1, r;
  while ((r = x / guess - guess) > 1e-3 || r < -1e-3)
    guess += 0.5 * r;
  double y;
  if ((y = guess - 1) > 0)
    y *= y;
  return y + guess * r;
}

int main() {
  check(
      {2.3}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.3}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
