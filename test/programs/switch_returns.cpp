// Cases that return, break, and continue the loop around the switch.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i) {
    switch (static_cast<int>(a[i])) {
    case 0:
      x *= a[i] + 2;
      continue;
    case 1:
    case 2: {
      double t = x * a[i];
      x += t * t;
      break;
    }
    case 7:
      return x * a[i];
    default:
      x = std::sin(x) + a[i];
    }
    x *= 0.9;
  }
  return x + 3;
}

int main() {
  check(
      {0.5, 1.5, 3.75, 2.25, 0.5}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  check(
      {0.5, 1.5, 7.75, 2.25, 0.5}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
