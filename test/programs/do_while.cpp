// do-while: the body runs at least once, the condition sees its result.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double s = 0;
  do {
    s += x * y;
    x *= 0.7;
    if (x < 0.5)
      continue;
    y += s;
  } while (x > 0.3);
  do
    s *= y;
  while (false);
  return s * x;
}

int main() {
  check(
      {1.23, 0.4}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
