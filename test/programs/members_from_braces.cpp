// Members and elements from braces, literals among them: classes with an operator= of their own,
// arrays in arrays.
#include "vectors.h"

using V = std::vector<double>;

struct P {
  double a, b;
  int n;
  P &operator=(const P &o) {
    a = o.a;
    b = o.b;
    n = o.n;
    return *this;
  }
};
struct Q {
  double w[2];
  P p;
  Q &operator=(const Q &o) {
    w[0] = o.w[0];
    w[1] = o.w[1];
    p = o.p;
    return *this;
  }
};
struct S {
  P p;
  Q q;
  S(double x) : p{x, 2.0, 3}, q{{4.0, x}, {5.0, x, 2}} {}
};
namespace members {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  S s(v[0]);
  P r{1.5, v[1], 4};
  r = P{3.0, v[1], 5};
  s.q = Q{{2.0, v[1]}, r};
  return s.p.a * s.p.b * s.p.n + s.q.w[0] * v[0] + s.q.w[1] * s.q.p.a + s.q.p.b * s.q.p.n * r.n;
}
} // namespace members
namespace heap {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double *p = new double[4]{1.5, v[0], 2};
  double(*m)[2] = new double[2][2]{{1.0, v[1]}, {3}};
  S *s = new S(v[1]);
  double r = p[0] * p[1] * p[2] + p[3] + m[0][0] * m[0][1] + m[1][0] * v[0] + m[1][1] +
             s->p.b * s->q.w[0] * s->p.a;
  delete s;
  delete[] m;
  delete[] p;
  return r;
}
} // namespace heap

namespace of_braces { // fields of fields of what operators return: second-order dual numbers
template <class T> struct Dual {
  T v, d;
};
template <class T> Dual<T> operator*(Dual<T> l, Dual<T> r) {
  return {l.v * r.v, l.d * r.v + l.v * r.d};
}
template <class T> Dual<T> operator+(Dual<T> l, Dual<T> r) { return {l.v + r.v, l.d + r.d}; }
struct Line {
  Dual<double> from, to;
  double width = 1;
};
static Line joined(Line l, Line r) { return {l.from * r.to, r.from + l.to}; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto cube = [](Dual<Dual<double>> t) { return t * t * t + t; };
  auto y = cube({{x[0], 1}, {1, 0}});
  Line l =
      joined(joined({{x[0], x[1]}, {1, x[0]}}, {{x[1], 2}, {}, x[0]}), {{x[1], 1}, {2, x[0]}, 3});
  return y.d.d * y.v.d + l.from.d * l.to.v * l.width;
}
} // namespace of_braces

int main() {
  CHECK_CASE(of_braces, {0.7, 1.3});
  CHECK_CASE(members, {0.7, 1.3});
  CHECK_CASE(heap, {0.7, 1.3});
  return finish();
}
