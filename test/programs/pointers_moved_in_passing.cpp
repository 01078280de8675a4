// Pointers that are moved by a branch or loop with nothing else to take back: their adjoints, which
// statements before it add to, are moved back all the same.
#include "harness.h"
#include <cmath>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double in_head(const double *x) {
  const double a = *x;
  const double s = a * a;
  for (double t = 0.8 * std::sin(*x++); t < 1.5; t += 0.4) {
  }
  return s;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double in_branch(const double *x, int n) {
  double s = *x * x[1];
  if (n > 1)
    x += 2;
  return s;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double in_loop(const double *x, int n) {
  const double *p = x + 1;
  double s = *p * *x;
  for (int i = 0; i < n; ++i)
    p = p == x ? x + 2 : x;
  if (n > 100)
    s *= *p;
  return s;
}

int main() {
  check(
      {0.5, 1.5, -0.75}, 3,
      [](In x, Out y) {
        y[0] = in_head(x);
        y[1] = in_branch(x, 2);
        y[2] = in_loop(x, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = in_head_forward(x, x_dot, y_dot[0]);
        y[1] = in_branch_forward(x, x_dot, 2, y_dot[1]);
        y[2] = in_loop_forward(x, x_dot, 3, y_dot[2]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = in_head_reverse(x, x_bar, y_bar[0]);
        y[1] = in_branch_reverse(x, x_bar, 2, y_bar[1]);
        y[2] = in_loop_reverse(x, x_bar, 3, y_bar[2]);
      }));
  return finish();
}
