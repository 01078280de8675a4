// A weighted histogram: indices from data, weights active.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *value, const double *weight, int n) {
  double bins[4] = {};
  for (int i = 0; i < n; ++i) {
    int bin = static_cast<int>(value[i] * 4);
    if (bin < 0 || bin > 3)
      continue;
    double inside = value[i] * 4 - bin;
    bins[bin] += weight[i] * (1 - inside);
    bins[(bin + 1) % 4] += weight[i] * inside;
  }
  double sum = 0;
  for (double each : bins)
    sum += each * each;
  return sum;
}

int main() {
  check(
      {0.1, 0.9, 0.55, 0.6, -0.2, 1.0, 2.0, 0.5, 0.25, 3.0}, 1,
      [](In x, Out y) { y[0] = f(x, x + 5, 5); }, AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, x + 5, x_dot + 5, 5, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, x + 5, x_bar + 5, 5, y_bar[0]);
      }));
  return finish();
}
