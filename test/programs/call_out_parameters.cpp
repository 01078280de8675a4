// Out-parameters of callees, some of them ignored.
#include "harness.h"

void split(double x, double &whole, double *part, int *count) {
  *count = static_cast<int>(x);
  whole = x * x;
  if (part)
    *part = x - *count + whole;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a, b = 5, unused;
  int n;
  split(x, a, &b, &n);
  split(y * n, unused, nullptr, &n);
  split(a * y, a, &b, &n);
  return a * b * n;
}

int main() {
  check(
      {1.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
