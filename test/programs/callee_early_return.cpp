// Callees with several returns, called in loops: which exit was taken differs by call.
#include "harness.h"

double pick(const double *a, int n, double limit) {
  for (int i = 0; i < n; ++i) {
    if (a[i] > limit)
      return a[i] * limit;
    if (a[i] < 0)
      return a[i] * a[i];
  }
  return limit;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += pick(a + i, n - i, sum + 0.2) * a[i];
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
