// The primal catches what its callee throws, and goes on.
#include "harness.h"

double root(double x) {
  if (x < 0)
    throw 0;
  return std::sqrt(x);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double part = a[i] * 2;
    try {
      part += root(a[i]) * a[i];
    } catch (int) {
      part = a[i] * a[i];
    }
    sum += part;
  }
  return sum;
}

int main() {
  check(
      {0.7, -1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
  return finish();
}
