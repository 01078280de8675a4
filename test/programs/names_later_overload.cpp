// A better overload that appears after the body must not be chosen by the companion.
#include "harness.h"

double g(double x) { return x * x; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n) {
  return g(n) * x + g(x);
}

double g(int x) { return 1000 * x; }

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], 3, y_bar[0]); }));
  expect("later overload", g(1), 1000);
  return finish();
}
