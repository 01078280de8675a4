// The loop's bound and index are changed by its body.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 0.5;
  int m = n;
  for (int i = 0; i < m; ++i) {
    x = x * a[i] + 0.3;
    if (a[i] > 1)
      --m;
    if (a[i] < 0)
      ++i;
  }
  for (int i = 0; i < n;) {
    x += a[i] * x;
    i += a[i] > 1 ? 1 : 2;
  }
  return x;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.25, 0.8, 1.1}, 1, [](In x, Out y) { y[0] = f(x, 7); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 7, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 7, y_bar[0]); }));
  return finish();
}
