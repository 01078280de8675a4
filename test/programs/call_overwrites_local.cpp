// Clang's order of evaluation.
// Callees overwrite locals, elements and fields of the caller by reference.
#include "harness.h"

struct Pair {
  double a, b;
};
double take(double &x) {
  double old = x;
  x = old * old;
  return old + 1;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double t[2] = {x, y};
  Pair p{x, y};
  double local = x * y;
  double sum = take(local) * local;
  for (double &each : t)
    sum += take(each) * each;
  sum *= take(p.b) + p.b * take(p.a);
  return sum + take(sum) * sum + p.a * t[0];
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
