// Clang's order of evaluation.
// Calls with side effects as arguments and operands: Clang evaluates left to right.
#include "harness.h"

double grow(double &x) { return x *= 1.5; }
double both(double a, double b) { return a * a + b; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = both(grow(x), grow(x));
  double b = grow(y) - grow(y) * grow(x);
  double t[2] = {grow(x), grow(x) + y};
  return a * b + t[0] * t[1] + x;
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
