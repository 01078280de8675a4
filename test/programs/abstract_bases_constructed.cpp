// Abstract bases with constructors that take arguments: they are made in their place in the object.
#include "vectors.h"

using V = std::vector<double>;

namespace made {
struct Base {
  double a;
  Base(double p) : a(p) {}
  virtual double area(double t) const = 0;
};
struct Left : Base {
  double c;
  Left(double p) : Base(0.5 * p), c(std::sin(p)) {}
  double area(double t) const override { return a * t + c; }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Left x(v[0]);
  return x.area(v[1]);
}
} // namespace made
namespace several {
struct Named {
  double w;
  Named(double a, double b) : w(a * b) {}
  virtual double weight() const = 0;
};
struct Shape {
  double s, t;
  Shape(double s, double t) : s(s), t(t) {}
  virtual double area(double x) const = 0;
  virtual void grow(double k) { s *= k; }
};
struct Box : Shape, Named {
  double h;
  Box(double a, double b) : Shape(a, a * b), Named(b, a), h(a + b) {}
  double area(double x) const override { return s * t * x + h; }
  double weight() const override { return w * h; }
  void grow(double k) override {
    Shape::grow(k);
    h += k;
  }
};
static double use(const Shape &s, const Named &n, double x) { return s.area(x) * n.weight(); }
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  Box b(v[0], v[1]);
  double r = use(b, b, v[0]);
  Shape *p = &b;
  p->grow(v[1]);
  return r + use(b, b, v[1]) + p->area(r);
}
} // namespace several
namespace delegating {
struct Base {
  double q[2];
  double z = 2;
  Base(double a, double b) : q{a, b} {}
  Base(double a) : Base(a, 2) {}
  virtual double go(double) const = 0;
};
struct D : Base {
  double c;
  D(double p) : Base(p), c(p * z) {}
  double go(double t) const override { return q[0] * t + c * q[1]; }
};
struct E : D {
  E(double p) : D(p) { q[1] *= p; }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double s = 1;
  for (int i = 0; i < 2; ++i) {
    D d(v[0] * s);
    s += d.go(v[1]);
    E e(s);
    const Base &b = e;
    s += b.go(v[0]);
  }
  return s;
}
} // namespace delegating
namespace hidden {
struct Base {
  double a;
  Base(double p) : a(p) {}
  virtual double go() const = 0;
};
struct D : Base {
  double a;
  D(double p) : Base(p * p), a(p) { Base::a *= a; }
  double go() const override { return a * Base::a; }
};
struct F : D {
  double a;
  F(double p) : D(std::sin(p)), a(p + D::a) { D::Base::a += a; }
  double go() const final { return a * D::go(); }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  D d(v[0]);
  F e(v[1]);
  const Base *t[2] = {&d, &e};
  double s = 0;
  for (auto *p : t)
    s += p->go();
  return s * d.go();
}
} // namespace hidden

int main() {
  CHECK_CASE(made, {0.7, 1.3});
  CHECK_CASE(several, {0.7, 1.3});
  CHECK_CASE(delegating, {0.7, 1.3});
  CHECK_CASE(hidden, {0.7, 1.3});
  return finish();
}
