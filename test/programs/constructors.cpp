// Constructors with member initialisers, bodies, defaults and delegation.
#include "harness.h"

struct Circle {
  double radius;
  double area;
  double half = 0.5;
  explicit Circle(double r) : radius(r), area(3.0 * radius * radius) { half *= r; }
  Circle(double a, double b) : Circle(a * b) { area += a; }
  Circle() : Circle(2) {}
};

struct Pair {
  Circle first;
  Circle second{1.5};
  Pair(double x) : first(x, x) {}
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  Circle a(x), b = Circle(x, y), c;
  Pair p(y);
  c = a;
  c.area *= b.half;
  return c.area * p.first.area + p.second.area * a.half + Circle{y}.area * b.radius;
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
