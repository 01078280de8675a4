// Objects with virtual methods that are locals of loops and callees, fields and elements.
#include "harness.h"
#include <vector>
struct Shape {
  virtual double area(double x) const = 0;
  virtual ~Shape() = default;
};
struct Circle : Shape {
  double r = 1;
  Circle() = default;
  explicit Circle(double r) : r(r) {}
  double area(double x) const override { return r * r * x; }
};
struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area(double x) const override {
    double s = a;
    for (int i = 0; i < 3; ++i)
      s = std::sin(s * b) * x;
    return s;
  }
};
double measure(const Shape &s, double x) {
  double t = 0;
  for (int i = 1; i < 4; ++i) {
    if (t > 2)
      return t;
    t += s.area(x * i);
  }
  return t;
}
double helper(double x, int n) {
  double t = 1;
  for (int i = 0; i < n; ++i) {
    Circle c(x * t);
    Box b(t, x);
    const Shape *p = i % 2 ? static_cast<const Shape *>(&c) : &b;
    t += measure(*p, x) + p->area(t);
    if (t > 20)
      return t * x;
  }
  return t;
}
struct Scene {
  Circle c;
  Box b{1, 2};
  double total(double x) const {
    double t = c.area(x) + b.area(x);
    return t;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(double x, double y) {
  Scene s;
  s.c.r = x;
  s.b.a = y;
  Circle arr[2] = {Circle(x), Circle(y)};
  double t = helper(x, 4) * y + s.total(x);
  for (Circle &c : arr) {
    c.r += t;
    const Shape &sh = c;
    t += sh.area(y) * 0.1;
  }
  return t;
}
int main() {
  check(
      {0.7, 0.4}, 1, [&](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([&](In x, In xd, Out y, Out yd) { y[0] = f_forward(x[0], xd[0], x[1], xd[1], yd[0]); }),
      AD([&](In x, Out xb, Out y, In yb) { y[0] = f_reverse(x[0], xb[0], x[1], xb[1], yb[0]); }));
  return finish();
}
