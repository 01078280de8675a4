// Rows of a matrix through double *const *.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *const *rows, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += rows[i][j] * rows[j][i];
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 1.0}, 1,
      [](In x, Out y) {
        const double *rows[2] = {x, x + 2};
        y[0] = f(rows, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const double *rows[2] = {x, x + 2}, *rows_dot[2] = {x_dot, x_dot + 2};
        y[0] = f_forward(rows, rows_dot, 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const double *rows[2] = {x, x + 2};
        double *rows_bar[2] = {x_bar, x_bar + 2};
        y[0] = f_reverse(rows, rows_bar, 2, y_bar[0]);
      }));
  return finish();
}
