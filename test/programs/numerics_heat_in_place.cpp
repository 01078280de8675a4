// Explicit heat equation in place: each value is overwritten while its neighbours need it.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *u, int n, int steps, double r) {
  for (int t = 0; t < steps; ++t) {
    double left = u[0];
    for (int i = 1; i + 1 < n; ++i) {
      double old = u[i];
      u[i] += r * (left - 2 * old + u[i + 1]) * (1 + 0.1 * old);
      left = old;
    }
  }
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3, 0.2}, 5,
      [](In x, Out y) {
        copy(x, y, 5);
        f(y, 5, 4, x[5]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 5);
        copy(x_dot, y_dot, 5);
        f_forward(y, y_dot, 5, 4, x[5], x_dot[5]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[5];
        copy(x, y, 5);
        copy(y_bar, b, 5);
        f_reverse(y, b, 5, 4, x[5], x_bar[5]);
        add(b, x_bar, 5);
      }));
  return finish();
}
