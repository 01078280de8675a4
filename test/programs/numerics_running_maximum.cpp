// Running maximum and its position; drawdown.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double peak = a[0], worst = 0;
  int at = 0;
  for (int i = 1; i < n; ++i) {
    if (a[i] > peak) {
      peak = a[i];
      at = i;
    }
    double drawdown = (peak - a[i]) / peak;
    worst = drawdown > worst ? drawdown : worst;
  }
  return worst * a[at] + at;
}

int main() {
  check(
      {0.5, 1.5, 0.75, 2.0, 0.3, 1.1}, 1, [](In x, Out y) { y[0] = f(x, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 6, y_bar[0]); }));
  return finish();
}
