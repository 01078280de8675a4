// The Thomas algorithm for a tridiagonal system, destroying its inputs.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *lower, double *diagonal, double *upper, double *rhs, int n) {
  for (int i = 1; i < n; ++i) {
    double w = lower[i] / diagonal[i - 1];
    diagonal[i] -= w * upper[i - 1];
    rhs[i] -= w * rhs[i - 1];
  }
  rhs[n - 1] /= diagonal[n - 1];
  for (int i = n - 2; i >= 0; --i)
    rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diagonal[i];
}

int main() {
  check(
      {0., 1., 0.5, 4., 5., 6., 1., -1., 0., 1., 2., 3.}, 12,
      [](In x, Out y) {
        copy(x, y, 12);
        f(y, y + 3, y + 6, y + 9, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 12);
        copy(x_dot, y_dot, 12);
        f_forward(y, y_dot, y + 3, y_dot + 3, y + 6, y_dot + 6, y + 9, y_dot + 9, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[12];
        copy(x, y, 12);
        copy(y_bar, b, 12);
        f_reverse(y, b, y + 3, b + 3, y + 6, b + 6, y + 9, b + 9, 3);
        add(b, x_bar, 12);
      }));
  return finish();
}
