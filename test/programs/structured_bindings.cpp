// Structured bindings of records and arrays: copies and references.
#include "harness.h"
#include <array>

struct Pair {
  double a;
  double b;
};

Pair make(double x, double y) { return {x * y, x + y}; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  Pair p{x, y};
  auto [a, b] = p;
  a *= b;
  auto &[c, d] = p;
  c = a * d;
  d += b;
  const auto [e, g] = make(p.a, p.b);
  double t[2] = {e, g};
  auto &[u, v] = t;
  u *= v;
  auto [q, r] = std::array<double, 2>{u, p.a};
  return t[0] * p.b + a + q * r;
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
