// The energy of a chain of springs: iterations meet only in the sum.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double energy(const double *x, int n, double stiffness) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += 0.5 * stiffness * d * d;
  }
  return e;
}

int main() {
  check(
      {0.1, 0.9, 2.55, 3.3, 1.7}, 1, [](In x, Out y) { y[0] = energy(x, 4, x[4]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = energy_forward(x, x_dot, 4, x[4], x_dot[4], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = energy_reverse(x, x_bar, 4, x[4], x_bar[4], y_bar[0]);
      }));
  return finish();
}
