// A callee that returns a struct; members of the temporary.
#include "harness.h"

struct Pair {
  double a, b;
};
Pair polar(double r, double angle) { return {r * std::cos(angle), r * std::sin(angle)}; }
Pair twice(Pair p) {
  p.a *= 2;
  p.b += p.a;
  return p;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  Pair p = polar(x, y);
  p = twice(twice(p));
  return polar(p.a, p.b).a * twice(p).b + twice({x, y}).a;
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
