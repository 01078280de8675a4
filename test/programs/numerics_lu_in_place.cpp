// LU factorisation in place without pivoting, and the determinant.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  double determinant = 1;
  for (int k = 0; k < n; ++k) {
    determinant *= a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return determinant;
}

int main() {
  check(
      {4., 1., 2., 1., 5., 3., 2., 0.5, 6.}, 10,
      [](In x, Out y) {
        copy(x, y, 9);
        y[9] = f(y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 9);
        copy(x_dot, y_dot, 9);
        y[9] = f_forward(y, y_dot, 3, y_dot[9]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[9];
        copy(x, y, 9);
        copy(y_bar, b, 9);
        y[9] = f_reverse(y, b, 3, y_bar[9]);
        add(b, x_bar, 9);
      }));
  return finish();
}
