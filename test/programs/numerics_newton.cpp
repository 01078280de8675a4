// Newton's iteration for a cube root, in a while loop with a tolerance.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double a, double start) {
  double x = start, step = 1;
  while (std::fabs(step) > 1e-12) {
    step = (x * x * x - a) / (3 * x * x);
    x -= step;
  }
  return x + 0.1 * a;
}

int main() {
  check(
      {2.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
