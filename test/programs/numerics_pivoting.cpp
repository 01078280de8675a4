// Gaussian elimination with row exchanges that depend on the data.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *given, int n) {
  double a[3][3], sign = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = given[i * n + j];
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[p][k]))
        p = i;
    if (p != k) {
      for (int j = 0; j < n; ++j) {
        double t = a[p][j];
        a[p][j] = a[k][j];
        a[k][j] = t;
      }
      sign = -sign;
    }
    for (int i = k + 1; i < n; ++i) {
      const double m = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= m * a[k][j];
    }
  }
  double result = sign;
  for (int k = 0; k < n; ++k)
    result *= a[k][k];
  return result;
}

int main() {
  check(
      {1., 4., 2., 3., 0.5, 1.5, -2., 1., 6.}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
  return finish();
}
