// A sparse matrix in CSR form times a vector; index arrays are integers.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *values, const int *columns, const int *starts, const double *x, double *y,
       int n) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[i] = sum + y[i] * sum;
  }
}

int main() {
  static const int columns[4] = {0, 2, 1, 0}, starts[4] = {0, 2, 3, 4};
  check(
      {4., 1., 0.5, 1.5, 3., 0.2, 0.9, 1., 2., 3.}, 3,
      [](In x, Out y) {
        copy(x + 7, y, 3);
        f(x, columns, starts, x + 4, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 7, y, 3);
        copy(x_dot + 7, y_dot, 3);
        f_forward(x, x_dot, columns, starts, x + 4, x_dot + 4, y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[3];
        copy(x + 7, y, 3);
        copy(y_bar, b, 3);
        f_reverse(x, x_bar, columns, starts, x + 4, x_bar + 4, y, b, 3);
        add(b, x_bar + 7, 3);
      }));
  return finish();
}
