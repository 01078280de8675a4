// log(sum(exp(a))), the running form in one pass.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double m = -INFINITY, s = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] > m) {
      s = s * std::exp(m - a[i]) + 1;
      m = a[i];
    } else
      s += std::exp(a[i] - m);
  }
  return m + std::log(s);
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0}, 1, [](In x, Out y) { y[0] = f(x, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 4, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 4, y_bar[0]); }));
  return finish();
}
