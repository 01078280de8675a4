// Horner's rule, in the coefficients and in the point; and its derivative beside it.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *c, int n, double x) {
  double p = c[n - 1], d = 0;
  for (int i = n - 2; i >= 0; --i) {
    d = d * x + p;
    p = p * x + c[i];
  }
  return p * d;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3}, 1, [](In x, Out y) { y[0] = f(x, 4, x[4]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, 4, x[4], x_dot[4], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, 4, x[4], x_bar[4], y_bar[0]);
      }));
  return finish();
}
