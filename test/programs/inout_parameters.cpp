// Parameters that are read and written, and a result beside them.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double &x, double &y, const double &z) {
  x *= y + z;
  y = x * z;
  return x + y * y;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 3,
      [](In x, Out y) {
        copy(x, y, 2);
        y[2] = f(y[0], y[1], x[2]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 2);
        copy(x_dot, y_dot, 2);
        y[2] = f_forward(y[0], y_dot[0], y[1], y_dot[1], x[2], x_dot[2], y_dot[2]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[2] = {y_bar[0], y_bar[1]};
        copy(x, y, 2);
        y[2] = f_reverse(y[0], b[0], y[1], b[1], x[2], x_bar[2], y_bar[2]);
        add(b, x_bar, 2);
      }));
  return finish();
}
