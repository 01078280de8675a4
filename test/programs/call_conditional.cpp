// Calls in conditions, in ?:, in short-circuit operands.
#include "harness.h"

bool advance(double &x, double by) {
  x += by;
  return x > 2;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int n = 0;
  while (!advance(x, y * y))
    ++n;
  double z = advance(y, 0.5) ? x : y * x;
  if (x < 1 && advance(z, 10))
    z = 0;
  if (x > 1 || advance(z, 10))
    z *= y;
  return z * n + x;
}

int main() {
  check(
      {0.7, 0.6}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
