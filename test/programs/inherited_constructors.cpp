// Constructors that a class inherits, `using Base::Base;`: of plain and abstract bases, passed on
// twice, with members of the class beside.
#include "vectors.h"

using V = std::vector<double>;

struct Base {
  double a, b;
  Base(double p, double q = 2) : a(p * p), b(q) { b += a; }
};
struct Plain : Base {
  using Base::Base;
  double c = 3;
};
struct Again : Plain {
  using Plain::Plain;
};
struct Shape {
  double s;
  Shape(double s) : s(s) {}
  virtual double area(double t) const = 0;
};
struct Square : Shape {
  using Shape::Shape;
  double area(double t) const override { return s * s * t; }
};

namespace records {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    Plain p(v[0], v[1] + i);
    Again q(r * 0.1);
    q.c *= p.b;
    r += p.a * p.b * p.c + q.a * q.b + q.c;
  }
  return r;
}
} // namespace records
namespace shapes {
static double use(const Shape &s, double t) { return s.area(t); }
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  Square s(v[0] * v[1]);
  s.s += v[1];
  return use(s, v[0]) * s.area(2);
}
} // namespace shapes

int main() {
  CHECK_CASE(records, {0.7, 1.3});
  CHECK_CASE(shapes, {0.7, 1.3});
  return finish();
}
