// Constant members, set by constructors.
#include "vectors.h"
struct S {
  const int n = 2;
  const double k;
  double x;
  S(double a, int m) : n(m), k(a * a), x(a) {}
  double get() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += k * x;
    return s;
  }
};
struct D {
  const int n = 2;
  double x = 0;
  D() = default;
  D(int m, double a) : n(m), x(a) {}
};
struct A {
  const double c[3];
  const S s;
  A(const double *p) : c{p[0], p[1] * p[0], 2}, s(p[2], 3) {}
};
double use(const A &a) {
  double t = 0;
  for (int i = 0; i < 3; ++i) {
    t += a.c[i] * a.s.get();
    if (t > 1e9)
      return 0;
  }
  return t;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int i = 1; i < 3; ++i) {
    S t(v[i], i + 1);
    D d(i + 3, v[0]);
    A a(v.data());
    s += t.get() * d.n * d.x * use(a) + a.s.get();
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
