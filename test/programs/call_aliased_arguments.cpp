// The same variable is passed twice, by reference, and by value beside it.
#include "harness.h"

void combine(double &a, double &b, double c) {
  a = a * b + c;
  b = b - a * c;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  combine(x, y, x);
  combine(x, x, y);
  double t[3] = {x, y, x * y};
  combine(t[0], t[1], t[0]);
  int i = 2;
  combine(t[i], t[i], t[i]);
  return t[0] * t[1] * t[2] + x * y;
}

int main() {
  check(
      {0.7, 0.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
