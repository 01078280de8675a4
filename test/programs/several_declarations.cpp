// Several variables in one declaration, each using the one before.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = x * y, b = a + x, c[2] = {a, b}, *p = c, d = *p * p[1];
  const double e = d * d, g = e - c[0];
  p[0] = g;
  return a + b * c[0] + d;
}

int main() {
  check(
      {0.4, 0.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
