// By-value parameters are changed; the caller's variables are not.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n, const double *a) {
  while (n > 0) {
    x = x * a[--n] + 0.5;
    if (n % 2)
      ++a;
    else
      --a;
  }
  return x *= x;
}

int main() {
  check(
      {0.6, 0.1, 0.5, 1.5, -0.75, 1.25, 0.9}, 1, [](In x, Out y) { y[0] = f(x[0], 4, x + 2); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], 4, x + 2, x_dot + 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], 4, x + 2, x_bar + 2, y_bar[0]);
      }));
  return finish();
}
