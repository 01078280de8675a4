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

int main() {
  CHECK_CASE(members, {0.7, 1.3});
  CHECK_CASE(heap, {0.7, 1.3});
  return finish();
}
