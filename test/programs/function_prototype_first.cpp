// The prototype is annotated; the definition is not, names its parameters otherwise and comes last.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y);

double user(double x) {
#ifdef NO_AD
  return x;
#else
  double x_bar = 0, y_bar = 0;
  f_reverse(x, x_bar, 2, y_bar);
  return x_bar;
#endif
}

double f(double first, double second) { return first * first * second; }

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
#ifndef NO_AD
  expect("user", user(3), 12);
#endif
  return finish();
}
