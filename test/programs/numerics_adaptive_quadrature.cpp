// Adaptive quadrature: recursion whose depth depends on the data.
#include "harness.h"

static double g(double x, double a) { return 1 / (0.05 + (x - a) * (x - a)); }

static double adaptive(double low, double high, double a, int depth) {
  const double middle = (low + high) / 2;
  const double coarse = (high - low) * g(middle, a);
  const double fine = (high - low) / 2 * (g((low + middle) / 2, a) + g((middle + high) / 2, a));
  if (depth == 0 || std::fabs(coarse - fine) < 1e-3)
    return fine;
  return adaptive(low, middle, a, depth - 1) + adaptive(middle, high, a, depth - 1);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double high, double a) {
  return adaptive(0, high, a, 8);
}

int main() {
  check(
      {1.3, 0.45}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
