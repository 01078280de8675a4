// A switch that falls through, with default in the middle.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i)
    switch (i % 5) {
    case 0:
      x += a[i];
    case 1:
      x *= 1 + a[i];
      break;
    default:
      x -= a[i] * x;
      [[fallthrough]];
    case 2:
      x += a[i] * a[i];
    case 3:;
    }
  return x;
}

int main() {
  check(
      {0.5, -0.5, 0.75, 0.25, 1.5, 0.3, 0.2}, 1, [](In x, Out y) { y[0] = f(x, 7); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 7, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 7, y_bar[0]); }));
  return finish();
}
