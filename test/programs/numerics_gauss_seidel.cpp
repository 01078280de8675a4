// Gauss-Seidel sweeps until the change is small, at most thirty.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *b, int n) {
  double x[3] = {0, 0, 0};
  static const double a[3][3] = {{4, 1, 0.5}, {1, 5, 1}, {0.5, 1, 6}};
  double change = 1;
  for (int sweep = 0; sweep < 30 && change > 1e-13; ++sweep) {
    change = 0;
    for (int i = 0; i < n; ++i) {
      double s = b[i];
      for (int j = 0; j < n; ++j) {
        if (j == i)
          continue;
        s -= a[i][j] * x[j];
      }
      s /= a[i][i] + 0.1 * s * s;
      change += std::fabs(s - x[i]);
      x[i] = s;
    }
  }
  return x[0] * x[1] + x[2];
}

int main() {
  check(
      {1.5, -0.75, 2.0}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
  return finish();
}
