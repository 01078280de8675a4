// Recursion inside a while loop whose state the callee changes.
#include "harness.h"

double walk(double &x, int depth) {
  double sum = 0;
  while (x > 0.5) {
    x *= 0.6;
    if (depth > 0)
      sum += walk(x, depth - 1) * x;
    sum += x * x;
  }
  return sum + 0.1 * x;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double sum = walk(x, 2);
  x += y + 1;
  return sum * walk(x, 1) + x;
}

int main() {
  check(
      {3.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
