// A struct as the result: its derivative is a struct, too.
#include "harness.h"

struct Pair {
  double a, b;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
Pair f(double x, double y) {
  Pair p;
  p.a = x * y;
  p.b = p.a + x * x;
  if (p.b > 2)
    return {p.b, y};
  p.a *= 2;
  return p;
}

int main() {
  for (double at : {0.7, 1.7})
    check(
        {at, 1.3}, 2,
        [](In x, Out y) {
          Pair p = f(x[0], x[1]);
          y[0] = p.a;
          y[1] = p.b;
        },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          Pair p_dot;
          Pair p = f_forward(x[0], x_dot[0], x[1], x_dot[1], p_dot);
          y[0] = p.a;
          y[1] = p.b;
          y_dot[0] = p_dot.a;
          y_dot[1] = p_dot.b;
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          Pair p = f_reverse(x[0], x_bar[0], x[1], x_bar[1], Pair{y_bar[0], y_bar[1]});
          y[0] = p.a;
          y[1] = p.b;
        }));
  return finish();
}
