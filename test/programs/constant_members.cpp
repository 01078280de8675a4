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
// Copied, as a whole and in parts, though nothing can be assigned to it.
struct C {
  const double k;
  std::vector<double> w;
  C(double a, int n) : k(a * 2), w(n, a) { w[0] *= k; }
  double at(int i) const { return w[i] * k; }
};
C made(double a) {
  C c(a, 2);
  c.w[1] *= a;
  return c;
}
double used(C c) {
  for (double d : c.w)
    if (d > 50)
      return d;
  c.w[0] *= 2;
  return c.at(0) * c.at(1);
}
[[ad::differentiate(forward, reverse)]]
double copied(const std::vector<double> &v) {
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    C a(v[i], 2);
    C b = a;
    b.w[1] *= s;
    s = a.at(1) * b.at(1) + s;
  }
  const C c = made(v[0]);
  return s + c.at(0) * c.at(1) * used(c) * used(C(v[1], 2)) * made(v[2]).at(1);
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
  CHECK_VECTOR(copied, {0.3, 0.7, 1.1});
  return finish();
}
