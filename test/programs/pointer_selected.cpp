// A pointer chosen by a condition on data.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double *p = a[i] > b[i] ? a : b;
    sum += p[i] * p[(i + 1) % n];
  }
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 1.0, 0.25, 2.0}, 1, [](In x, Out y) { y[0] = f(x, x + 3, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, x + 3, x_dot + 3, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, x + 3, x_bar + 3, 3, y_bar[0]);
      }));
  return finish();
}
