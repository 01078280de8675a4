// Members of one name in several bases.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct A {
  double x;
};
struct B {
  double x;
};
struct P : A, B {};
} // namespace

namespace two_bases {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p;
  p.A::x = v[0];
  p.B::x = v[1];
  return p.A::x * p.B::x;
}
} // namespace two_bases

namespace two_bases_methods {
struct A {
  double x;
  double get() const { return x * x; }
  void scale(double k) { x *= k; }
};
struct B {
  double x = 1;
  double get() const { return 3 * x; }
};
struct P : A, B {
  double y;
  P(double a, double b, double c) : A{a}, B{b}, y(c) {}
  double all() const { return A::get() * B::get() + A::x * B::x * y; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p(v[0], v[1], v[2]);
  p.scale(v[3]);
  P q = p;
  q.B::x *= 2;
  double s = 0;
  for (const P *e : {&p, &q})
    s += e->all();
  return s;
}
} // namespace two_bases_methods

namespace deep {
struct A2 : A {
  double z;
};
struct P : A2, B {
  double w;
};
struct Q : P {
  double x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q;
  q.A::x = v[0];
  q.B::x = v[1];
  q.x = v[2];
  q.z = v[3];
  std::vector<Q> qs(2, q);
  qs[1].B::x *= qs[0].A::x;
  return qs[1].B::x * qs[0].x * qs[1].z + qs[0].A::x;
}
} // namespace deep

namespace refs {
struct A {
  double &x;
};
struct B {
  double &x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  P p{{a}, {b}};
  p.A::x *= v[2];
  p.B::x += p.A::x;
  return a * b * v[3];
}
} // namespace refs

int main() {
  CHECK_CASE_TWICE(two_bases);
  CHECK_CASE_TWICE(two_bases_methods);
  CHECK_CASE_TWICE(deep);
  CHECK_CASE_TWICE(refs);
  return finish();
}
