// Modified Gram-Schmidt on the columns of a matrix in place; R as an output.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, double *r, int rows, int columns) {
  for (int j = 0; j < columns; ++j) {
    for (int k = 0; k < j; ++k) {
      double d = 0;
      for (int i = 0; i < rows; ++i)
        d += a[i * columns + k] * a[i * columns + j];
      r[k * columns + j] = d;
      for (int i = 0; i < rows; ++i)
        a[i * columns + j] -= d * a[i * columns + k];
    }
    double norm = 0;
    for (int i = 0; i < rows; ++i)
      norm += a[i * columns + j] * a[i * columns + j];
    r[j * columns + j] = norm = std::sqrt(norm);
    for (int i = 0; i < rows; ++i)
      a[i * columns + j] /= norm;
  }
}

int main() {
  check(
      {4., 1., 0.5, 1., 3., 0.2, 9., 8., 7., 6.}, 10,
      [](In x, Out y) {
        copy(x, y, 10);
        f(y, y + 6, 3, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 10);
        copy(x_dot, y_dot, 10);
        f_forward(y, y_dot, y + 6, y_dot + 6, 3, 2);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[10];
        copy(x, y, 10);
        copy(y_bar, b, 10);
        f_reverse(y, b, y + 6, b + 6, 3, 2);
        add(b, x_bar, 10);
      }));
  return finish();
}
