// Parameters that do not matter, results that do not depend, and printing on the way.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double unused, double *untouched, int n) {
  int hash = 17;
  for (int i = 0; i < n; ++i)
    hash = (hash * 31 + i) % 101;
  if (hash < 0)
    std::printf("%d\n", hash);
  (void)untouched;
  double zero = x > 100 ? 1.0 : 0.0;
  (void)unused;
  return x * hash + zero;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double constant_result(double, double x) {
  return x > 0 ? 3 : 4;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1,
      [](In x, Out y) {
        double a = x[2];
        y[0] = f(x[0], x[1], &a, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double a = x[2], a_dot = x_dot[2];
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], &a, &a_dot, 4, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a = x[2];
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], &a, &x_bar[2], 4, y_bar[0]);
      }));
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = constant_result(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = constant_result_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = constant_result_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
