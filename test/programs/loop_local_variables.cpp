// Variables of the loop's body, fresh in each iteration, shadowing outer ones.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double t = 0.5, x = 0;
  for (int i = 0; i < n; ++i) {
    double t = a[i] * a[i];
    {
      double t = x + a[i];
      x += t * t;
    }
    for (double t = a[i]; t < 2; t += 0.7)
      x += t * 0.1;
    x *= t;
  }
  return x * t;
}

int main() {
  check(
      {0.5, 1.45, -0.75, 1.25}, 1, [](In x, Out y) { y[0] = f(x, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 4, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 4, y_bar[0]); }));
  return finish();
}
