// Pointers to functions that take and return vectors, records, complex numbers, arrays, pairs by
// value.
#include "vectors.h"
#include <array>
#include <complex>
#include <utility>
struct P {
  double a, b;
};
using V = std::vector<double>;
using FV = V (*)(V, double);
using FP = P (*)(P, const P &);
using FC = std::complex<double> (*)(std::complex<double>);
using FA = std::array<double, 2> (*)(const std::array<double, 2> &);
using FR = std::pair<double, int> (*)(double);
V grow(V v, double k) {
  v.push_back(k * v[0]);
  for (double &e : v)
    e *= k;
  return v;
}
V cut(V v, double k) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] += k;
    if (v[i] > 50)
      return v;
  }
  v.pop_back();
  return v;
}
P mix(P p, const P &q) {
  p.a *= q.b;
  return {p.a, q.a * p.b};
}
P add(P p, const P &q) {
  for (int i = 0; i < 3; ++i) {
    p.a += q.a;
    if (p.a > 100)
      return p;
  }
  return p;
}
std::complex<double> sq(std::complex<double> z) { return z * z; }
std::complex<double> ex(std::complex<double> z) {
  for (int i = 0; i < 2; ++i) {
    if (std::abs(z) > 100)
      return z;
    z = std::exp(z * 0.3);
  }
  return z;
}
std::array<double, 2> rot(const std::array<double, 2> &a) { return {a[1], a[0] * a[1]}; }
std::array<double, 2> sc(const std::array<double, 2> &a) { return {a[0] * 2, a[1] * a[1]}; }
std::pair<double, int> pr(double x) { return {x * x, 2}; }
std::pair<double, int> pq(double x) { return {x * 3, 1}; }
[[ad::differentiate(forward, reverse)]]
double t(const V &x) {
  FV fv[] = {grow, cut};
  FP fp[] = {mix, add};
  FC fc[] = {sq, ex};
  FA fa[] = {rot, sc};
  FR fr[] = {pr, pq};
  V v = x;
  P p{x[0], x[1]};
  std::complex<double> z(x[0], x[2]);
  std::array<double, 2> a{x[1], x[2]};
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    v = fv[i % 3 == 2](v, x[1] + s * 0.1);
    p = fp[i % 2](p, {x[2], s});
    z = fc[(i + 1) % 2](z);
    a = fa[i % 2](a);
    auto [d, n] = fr[i % 2](p.a);
    s += v.back() * p.a + z.real() * a[0] + d * n;
    s *= 0.1;
  }
  return s + v[0] * p.b + std::norm(z) + a[1];
}
int main() {
  CHECK_VECTOR(t, {0.3, 0.7, 1.1});
  return finish();
}
