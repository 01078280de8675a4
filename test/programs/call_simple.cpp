// Calls to visible functions, nested in expressions, the same one several times.
#include "harness.h"

double square(double x) { return x * x; }
double cube(double x) { return x * square(x); }
static inline double mix(double a, double b, int n) { return a * n + b / n; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = square(x + cube(y)) + square(square(y));
  return mix(a, square(x), 3) * mix(square(a), x, 2) + cube(1.5);
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
