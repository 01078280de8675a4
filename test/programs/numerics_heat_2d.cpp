// A five-point stencil on a two-dimensional local grid.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *edge, int steps) {
  double u[4][4] = {}, v[4][4];
  for (int k = 0; k < 4; ++k)
    u[0][k] = edge[k];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        v[i][j] = u[i][j];
    for (int i = 1; i < 3; ++i)
      for (int j = 1; j < 3; ++j)
        u[i][j] = 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] * v[i][j + 1] + u[i - 1][j - 1]);
  }
  return u[1][1] * u[2][2] + u[1][2] * u[2][1];
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0}, 1, [](In x, Out y) { y[0] = f(x, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 4, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 4, y_bar[0]); }));
  return finish();
}
