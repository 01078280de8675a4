// A two-dimensional local array.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double m[2][3] = {{x, y, 1}, {x * y, 2}};
  for (int i = 0; i < 2; ++i)
    for (int j = 1; j < 3; ++j)
      m[i][j] += m[i][j - 1] * m[1 - i][0];
  return m[0][2] * m[1][2] + m[1][1];
}

int main() {
  check(
      {0.9, 0.4}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
