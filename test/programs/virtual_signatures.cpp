// Virtual methods that take and return vectors, records, complex numbers, optionals, by value;
// overloaded, private ones and operators; default arguments.
#include "vectors.h"
#include <complex>
#include <optional>
struct P {
  double a, b;
};
using V = std::vector<double>;
struct B {
  virtual ~B() = default;
  virtual V vec(V v, double k = 2) const {
    for (double &e : v)
      e *= k;
    return v;
  }
  virtual P pt(P p) const { return {p.b, p.a}; }
  virtual std::complex<double> z(std::complex<double> w) const { return w * w; }
  virtual std::optional<double> opt(double x) const {
    if (x > 1)
      return std::nullopt;
    return x * x;
  }
  virtual void operator()(double &x) { x += 1; }
  virtual double operator[](int i) const { return i; }
  virtual double f(double x) const { return x; }
  virtual double f(double x, double y) const { return x * y; }
  double g(double x) const { return h(x) + f(x, x); }

private:
  virtual double h(double x) const { return x * x; }
};
struct D : B {
  double k;
  D(double k) : k(k) {}
  V vec(V v, double q = 5) const override {
    V w = v;
    w.push_back(q * k);
    for (std::size_t i = 0; i + 1 < w.size(); ++i) {
      w[i] *= w[i + 1];
      if (w[i] > 1e3)
        return w;
    }
    return w;
  }
  P pt(P p) const override {
    p.a *= k;
    return p;
  }
  std::complex<double> z(std::complex<double> w) const override { return std::exp(w * 0.1) * k; }
  std::optional<double> opt(double x) const override {
    if (x > 2)
      return k;
    return {};
  }
  void operator()(double &x) override {
    x *= k;
    k += x;
  }
  double operator[](int i) const override { return k * i; }
  using B::f;
  double f(double x, double y) const override { return x * k + y; }

private:
  double h(double x) const override { return x * k; }
};
double all(B &b, const V &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    V v = b.vec(x);
    s += v.back() * v[0];
    P p = b.pt({s, x[1]});
    s += p.a * p.b;
    s += b.z({s, x[2]}).real();
    if (auto o = b.opt(x[0] + i))
      s += *o * x[1];
    b(s);
    s += b[i] * x[0] + b.f(s) + b.f(s, x[1]) + b.g(s);
    s *= 0.1;
    if (s > 1e6)
      return s;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double t(const V &x) {
  B b;
  D d(x[1]);
  return all(b, x) + all(d, x) + d.k;
}
int main() {
  CHECK_VECTOR(t, {0.3, 0.7, 1.1});
  return finish();
}
