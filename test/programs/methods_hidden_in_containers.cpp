// Elements, owned objects and bases of templates that are seen as one of their bases.
#include "vectors.h"
#include <memory>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace smart {
struct B {
  int k;
  double w;
  int n(int i) const { return k * i + bump(i); }
  int bump(int i) const {
    int s = 0;
    while (i-- > 0)
      ++s;
    return s;
  }
  double z(double x) const { return w * x; }
};
struct D : B {
  int n(int i) const { return 10 * k * i + bump(i); }
  double z(double x) const { return w * x * x; }
};
BOTH double f(const V &v) {
  auto d = std::make_unique<D>();
  d->w = v[3];
  d->k = 2;
  B *b = d.get();
  double x = v[0] * d->n(2) + v[1] * b->n(2) + v[2] * static_cast<B &>(*d).n(3) +
             d->z(v[1]) * b->z(v[2]) + d->B::z(v[0]) + d->B::n(2) * v[1];
  std::vector<D> ds(2);
  ds[0].k = 2;
  ds[1].k = 3;
  ds[1].w = v[2];
  ds[0].w = 2;
  for (const B &e : ds)
    x += e.z(v[1]) + e.n(2) * v[0];
  for (const D &e : ds)
    x += e.z(v[1]) + e.n(2) * v[0];
  std::vector<const B *> ps{&ds[0], &ds[1]};
  for (const B *p : ps)
    x += p->z(v[2]) + p->n(3) * v[3];
  return x;
}
} // namespace smart

namespace crtp {
template <class T> struct Base {
  double w = 2;
  const T &self() const { return static_cast<const T &>(*this); }
  double area(double x) const { return self().side(x) * w; }
  int n(int i) const {
    int s = 0;
    while (i-- > 0)
      s += 2;
    return s;
  }
  double both(double x) const { return n(3) * x + self().n(3) * x; }
};
struct Sq : Base<Sq> {
  double side(double x) const { return x * x; }
  int n(int i) const {
    int s = 0;
    while (i-- > 0)
      s += 7;
    return s;
  }
};
BOTH double f(const V &v) {
  Sq s;
  s.w = v[1];
  const Base<Sq> &b = s;
  return b.area(v[0]) + s.both(v[1]) + b.n(2) * v[2] + s.n(2) * v[3];
}
} // namespace crtp

namespace multiple {
struct A {
  int k = 1;
  double w = 1;
  int n(int i) const {
    int s = k;
    while (i-- > 0)
      s += 2;
    return s;
  }
  double z(double x) const { return w * x; }
};
struct B {
  int k = 5;
  double w = 3;
  int n(int i) const {
    int s = k;
    while (i-- > 0)
      s += 3;
    return s;
  }
  double z(double x) const { return w * x * x; }
};
struct C : A, B {};
BOTH double f(const V &v) {
  C c;
  c.A::w = v[0];
  const A &a = c;
  const B &b = c;
  return a.n(2) * v[1] + b.n(2) * v[2] + c.A::n(3) * v[3] + c.B::n(3) * v[0] +
         a.z(v[1]) * b.z(v[2]) + c.A::z(v[3]) * c.B::z(v[1]);
}
} // namespace multiple

int main() {
  CHECK_CASE_TWICE(smart);
  CHECK_CASE_TWICE(crtp);
  CHECK_CASE_TWICE(multiple);
  return finish();
}
