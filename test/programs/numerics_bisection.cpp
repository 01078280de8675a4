// Bisection: the interval's ends move, its length does not depend on the data.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double a, double width) {
  double low = a, high = a + width;
  for (int i = 0; i < 6; ++i) {
    double middle = (low + high) / 2;
    if (middle * middle * middle - 2 * middle < 1)
      low = middle;
    else
      high = middle;
  }
  return low * high;
}

int main() {
  check(
      {1.03, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
