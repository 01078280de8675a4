// break from an inner loop, at different iterations of the outer one.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i) {
    double t = a[i];
    for (int j = 0; j < n; ++j) {
      t *= a[j];
      if (t > 1.2)
        break;
      x += t;
    }
    x = x * 0.5 + t;
    if (x > 30)
      break;
  }
  return x;
}

int main() {
  check(
      {0.5, 1.5, 0.75, 2.0, 1.25, 0.8}, 1, [](In x, Out y) { y[0] = f(x, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 6, y_bar[0]); }));
  return finish();
}
