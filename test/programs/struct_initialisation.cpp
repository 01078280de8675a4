// Aggregate initialisation, default member initialisers, designated order.
#include "harness.h"

struct Options {
  double scale = 1.5;
  double shift = 0.5;
  int repeat{2};
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  Options a, b{x}, c{x, y, 3};
  Options d = {a.scale * x};
  double sum = 0;
  for (int i = 0; i < c.repeat; ++i)
    sum += b.scale * c.shift + d.scale * b.shift + a.shift * x;
  return sum * d.repeat;
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
