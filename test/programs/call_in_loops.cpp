// Calls inside loops, with the loop's variables and locals.
#include "harness.h"

double next(double x, double y) { return x * (1 - x) * y; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 0.3;
  for (int i = 0; i < n; ++i) {
    x = next(x, a[i]);
    for (int j = i; j < n; ++j)
      x += 0.01 * next(a[j], next(x, a[i]));
  }
  return x;
}

int main() {
  check(
      {2.7, 1.3, 3.9, 2.2}, 1, [](In x, Out y) { y[0] = f(x, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 4, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 4, y_bar[0]); }));
  return finish();
}
