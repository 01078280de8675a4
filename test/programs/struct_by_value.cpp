// A struct by value, modified inside.
#include "harness.h"

struct Pair {
  double a, b;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(Pair p, double x) {
  p.a *= x;
  p.b += p.a * p.a;
  return p.a * p.b;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(Pair{x[0], x[1]}, x[2]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(Pair{x[0], x[1]}, Pair{x_dot[0], x_dot[1]}, x[2], x_dot[2], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Pair p_bar{x_bar[0], x_bar[1]};
        y[0] = f_reverse(Pair{x[0], x[1]}, p_bar, x[2], x_bar[2], y_bar[0]);
        x_bar[0] = p_bar.a;
        x_bar[1] = p_bar.b;
      }));
  return finish();
}
