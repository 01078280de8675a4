// Static polymorphism: a base class without numbers casts itself down to the class that has them.
#include "scalars.h"
#include <cmath>
#include <cstddef>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace expression_templates {
template <class E> struct Expression {
  double operator[](int i) const { return static_cast<const E &>(*this)[i]; }
};
struct Point : Expression<Point> {
  double v[3];
  Point(double a, double b, double c) : v{a, b, c} {}
  double operator[](int i) const { return v[i]; }
};
template <class A, class B> struct Sum : Expression<Sum<A, B>> {
  const A *a;
  const B *b;
  Sum(const A &a, const B &b) : a(&a), b(&b) {}
  double operator[](int i) const { return (*a)[i] + 2 * (*b)[i]; }
};
template <class E> double dot(const Expression<E> &p, const Expression<E> &q) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += p[i] * q[i];
  return s;
}
template <class E> double first(const Expression<E> &p) { return p[0]; }
FUNCTION {
  Point p(x, y, 1), q(y, x * y, x);
  Sum<Point, Point> sum(p, q);
  return dot<Sum<Point, Point>>(sum, sum) + first<Point>(q) * sum[1];
}
} // namespace expression_templates

namespace crtp_shapes {
template <class D> struct Shape {
  double area() const { return static_cast<const D *>(this)->area_impl(); }
  double scaled(double k) const { return k * k * area(); }
};
struct Sq : Shape<Sq> {
  double s;
  explicit Sq(double s) : s(s) {}
  double area_impl() const { return s * s; }
};
struct Ci : Shape<Ci> {
  double r;
  explicit Ci(double r) : r(r) {}
  double area_impl() const { return 3.14159 * r * r; }
};
template <class... S> double total(double k, const S &...s) { return (s.scaled(k) + ...); }
FUNCTION { return total(y, Sq(x), Ci(x * y), Sq(2.0)); }
} // namespace crtp_shapes

int main() {
  CHECK_SCALARS(crtp_shapes::f, {0.7, 1.3});
  CHECK_SCALARS(crtp_shapes::f, {1.4, -0.6});
  return finish();
}
