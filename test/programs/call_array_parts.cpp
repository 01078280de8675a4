// Parts of arrays as arguments: rows, tails, overlapping ones.
#include "harness.h"

void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double m[3][4] = {};
  for (int i = 0; i < 3; ++i)
    axpy(a[i], a, m[i], 4);
  axpy(a[0], m[0], m[1], 4);
  axpy(m[1][1], m[1], m[1] + 1, 3);
  axpy(0.5, &m[2][0], &m[2][1], 2);
  double sum = 0;
  for (auto &row : m)
    for (double each : row)
      sum += each * each;
  return sum / n;
}

int main() {
  check(
      {0.7, 1.3, -0.9, 0.2}, 1, [](In x, Out y) { y[0] = f(x, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 4, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 4, y_bar[0]); }));
  return finish();
}
