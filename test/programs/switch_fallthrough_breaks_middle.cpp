// Fallthrough into a case that leaves early under a condition.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int k) {
  double y = 0.5;
  switch (k) {
  case 3:
    y += x;
  case 2:
    y *= x;
    if (y > 1.5)
      break;
    y += 0.25 * x * x;
  case 1:
    y = std::cos(y) * x;
  }
  return y * y + x;
}

int main() {
  for (int k = 0; k < 5; ++k)
    for (double at : {0.7, 1.4})
      check(
          {at}, 1, [&](In x, Out y) { y[0] = f(x[0], k); },
          AD([&](In x, In x_dot, Out y, Out y_dot) {
            y[0] = f_forward(x[0], x_dot[0], k, y_dot[0]);
          }),
          AD([&](In x, Out x_bar, Out y, In y_bar) {
            y[0] = f_reverse(x[0], x_bar[0], k, y_bar[0]);
          }));
  return finish();
}
