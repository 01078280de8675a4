// Pointers to overloaded methods, to fields of a base used with a derived class.
#include "vectors.h"
struct B {
  double a, b;
  double f(double x) const { return a * x; }
  double f(double x) {
    b += x;
    return b * x;
  }

private:
  double g(double x) const { return b * x * x; }

public:
  static auto pg() { return &B::g; }
};
struct D : B {
  double c;
  D(double a, double b, double c) : B{a, b}, c(c) {}
  double h(double x) const { return c * a * x; }
};
[[ad::differentiate(forward, reverse)]]
double t(const std::vector<double> &x) {
  D d(x[0], x[1], x[2]);
  double B::*p = &B::a;
  double D::*q = &D::c;
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    d.*p *= x[1];
    r += d.*p * d.*q;
    if (i == 1)
      p = &B::b;
    (&d)->*q += r;
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double u(const std::vector<double> &x) {
  B b{x[0], x[1]};
  double (B::*c)(double) const = &B::f;
  double (B::*m)(double) = &B::f;
  double r = (b.*c)(x[2]) + (b.*m)(x[1]);
  const B &k = b;
  for (int i = 0; i < 3; ++i)
    r += (k.*c)(r) * 0.1 + (b.*m)(r) * 0.1;
  return r;
}
int main() {
  CHECK_VECTOR(t, {0.3, 0.7, 1.1});
  CHECK_VECTOR(u, {0.3, 0.7, 1.1});
  return finish();
}
