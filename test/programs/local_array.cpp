// A fixed local array, filled and summed.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double t[5] = {x, y, x * y};
  for (int i = 1; i < 5; ++i)
    t[i] = t[i] + 0.5 * t[i - 1] * t[i - 1];
  double sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += (i + 1) * t[i];
  return sum;
}

int main() {
  check(
      {0.8, -0.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
