// Annotated functions call annotated functions, declared before and after.
#include "harness.h"

double later(double x);

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double inner(double x, double y) {
  return x * x * y;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  return inner(x, y) * later(inner(y, 2.0));
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double later(double x) {
  return std::exp(-x) * inner(x, x);
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
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = later(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = later_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = later_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
