// Classical Runge-Kutta for the Lotka-Volterra equations; the right-hand side is a function.
#include "harness.h"

void rates(const double *u, const double *p, double *du) {
  du[0] = u[0] * (p[0] - p[1] * u[1]);
  du[1] = u[1] * (p[2] * u[0] - p[3]);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *p, double *u, int steps, double h) {
  for (int s = 0; s < steps; ++s) {
    double k1[2], k2[2], k3[2], k4[2], t[2];
    rates(u, p, k1);
    for (int i = 0; i < 2; ++i)
      t[i] = u[i] + h / 2 * k1[i];
    rates(t, p, k2);
    for (int i = 0; i < 2; ++i)
      t[i] = u[i] + h / 2 * k2[i];
    rates(t, p, k3);
    for (int i = 0; i < 2; ++i)
      t[i] = u[i] + h * k3[i];
    rates(t, p, k4);
    for (int i = 0; i < 2; ++i)
      u[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
}

int main() {
  check(
      {1.5, 1.0, 0.75, 0.5, 1.1, 0.6, 0.1}, 2,
      [](In x, Out y) {
        copy(x + 4, y, 2);
        f(x, y, 10, x[6]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 4, y, 2);
        copy(x_dot + 4, y_dot, 2);
        f_forward(x, x_dot, y, y_dot, 10, x[6], x_dot[6]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[2] = {y_bar[0], y_bar[1]};
        copy(x + 4, y, 2);
        f_reverse(x, x_bar, y, b, 10, x[6], x_bar[6]);
        add(b, x_bar + 4, 2);
      }));
  return finish();
}
