// Each level of the recursion keeps a local array across its own calls.
#include "harness.h"

double deep(const double *a, int n, double x) {
  double t[3] = {x, x * a[0], 1};
  if (n > 1) {
    t[0] *= deep(a + 1, n - 1, t[1]);
    t[2] += deep(a + 1, n - 2, t[0]) * t[1];
  }
  return t[0] * t[2] + t[1];
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  return deep(a, n - 1, a[n - 1]);
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
