// A two-dimensional array parameter: double (*)[3].
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double m[][3], int rows) {
  double sum = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 3; ++j)
      sum += m[i][j] * m[i][(j + 1) % 3];
  return sum;
}

int main() {
  using Row = const double(*)[3];
  check(
      {1., 2., 3., 0.5, -1., 0.25}, 1, [](In x, Out y) { y[0] = f(reinterpret_cast<Row>(x), 2); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(reinterpret_cast<Row>(x), reinterpret_cast<Row>(x_dot), 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] =
            f_reverse(reinterpret_cast<Row>(x), reinterpret_cast<double(*)[3]>(x_bar), 2, y_bar[0]);
      }));
  return finish();
}
