// Binary search in a table, then linear interpolation.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *xs, const double *ys, int n, double x) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (xs[middle] > x)
      high = middle;
    else
      low = middle;
  }
  double t = (x - xs[low]) / (xs[high] - xs[low]);
  return (1 - t) * ys[low] + t * ys[high];
}

int main() {
  check(
      {0.1, 0.4, 0.55, 0.7, 1.2, 1.0, 2.0, 0.5, 0.25, 3.0, 0.63}, 1,
      [](In x, Out y) { y[0] = f(x, x + 5, 5, x[10]); }, AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, x + 5, x_dot + 5, 5, x[10], x_dot[10], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, x + 5, x_bar + 5, 5, x[10], x_bar[10], y_bar[0]);
      }));
  return finish();
}
