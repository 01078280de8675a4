// continue in for, while, and do; the increment still runs.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i, x *= 1.1) {
    if (a[i] < 0)
      continue;
    x += a[i] * x;
  }
  int i = 0;
  while (i < n) {
    double v = a[i++];
    if (v > 1)
      continue;
    x -= v * x * 0.3;
  }
  return x;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, -0.25, 0.8}, 1, [](In x, Out y) { y[0] = f(x, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 6, y_bar[0]); }));
  return finish();
}
