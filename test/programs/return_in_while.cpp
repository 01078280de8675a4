// Many returns: guard clauses, in a while, in a switch.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  if (x < 0)
    return -x;
  if (x == 0)
    return 1;
  while (true) {
    x *= 1.5;
    if (x > 10)
      return x * x;
    else if (x > 3 && x < 4)
      return 1 / x;
  }
}

int main() {
  check(
      {-0.5}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.95}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {1.3}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
