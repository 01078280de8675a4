// Clenshaw's recurrence, a continued fraction, and a Legendre recurrence.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double clenshaw(const double *c, int n, double x) {
  double b1 = 0, b2 = 0;
  for (int k = n - 1; k > 0; --k) {
    const double b = c[k] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + x * b1 - b2;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double fraction(double x, int depth) {
  double f = 1;
  while (depth-- > 0)
    f = 1 + x / f;
  return f;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double legendre(int n, double x) {
  double p0 = 1, p1 = x;
  if (n == 0)
    return p0;
  for (int k = 2; k <= n; ++k) {
    double p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
    p0 = p1, p1 = p2;
  }
  return p1;
}

int main() {
  check(
      {4., 1., 0.5, 1.5, 0.3}, 3,
      [](In x, Out y) {
        y[0] = clenshaw(x, 4, x[4]);
        y[1] = fraction(x[0], 5);
        y[2] = legendre(5, x[4]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = clenshaw_forward(x, x_dot, 4, x[4], x_dot[4], y_dot[0]);
        y[1] = fraction_forward(x[0], x_dot[0], 5, y_dot[1]);
        y[2] = legendre_forward(5, x[4], x_dot[4], y_dot[2]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = clenshaw_reverse(x, x_bar, 4, x[4], x_bar[4], y_bar[0]);
        y[1] = fraction_reverse(x[0], x_bar[0], 5, y_bar[1]);
        y[2] = legendre_reverse(5, x[4], x_bar[4], y_bar[2]);
      }));
  return finish();
}
