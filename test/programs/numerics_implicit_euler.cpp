// Implicit Euler: a Newton iteration inside each time step, results kept in a caller's array.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
int integrate(double *u, int steps, double k, double h) {
  int iterations = 0;
  for (int s = 1; s <= steps; ++s) {
    double x = u[s - 1], residual;
    do {
      residual = x - u[s - 1] + h * k * x * x * x;
      x -= residual / (1 + 3 * h * k * x * x);
      ++iterations;
    } while (std::fabs(residual) > 1e-13 && iterations < 1000);
    u[s] = x;
  }
  return iterations;
}

int main() {
  check(
      {1.4, 0., 0., 0., 2.8, 0.1}, 5,
      [](In x, Out y) {
        copy(x, y, 4);
        y[4] = integrate(y, 3, x[4], x[5]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        y[4] = integrate_forward(y, y_dot, 3, x[4], x_dot[4], x[5], x_dot[5]);
        y_dot[4] = 0;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[4];
        copy(x, y, 4);
        copy(y_bar, b, 4);
        y[4] = integrate_reverse(y, b, 3, x[4], x_bar[4], x[5], x_bar[5]);
        add(b, x_bar, 4);
      }));
  return finish();
}
