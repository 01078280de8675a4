// Classes with copy constructors and assignments of their own, or with none: assigned in loops,
// returned from several places, copied though they have no default constructor.
#include "vectors.h"
#include <array>
#include <complex>
#include <utility>
using V = std::vector<double>;
struct Point {
  double x, y, z;
  Point(double x, double y, double z) : x(x), y(y), z(z) {}
  Point() : Point(1, 2, 3) {}
  Point(const Point &o) : x(o.x), y(o.y), z(o.z) {}
  Point &operator=(const Point &o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
  double norm() const { return x * x + y * y * z; }
  friend Point operator+(const Point &a, const Point &b) {
    return Point(a.x + b.x, a.y * b.y, a.z + b.z);
  }
};
struct Base {
  const double k;
  double v[2];
  Base(double a) : k(a * a), v{a, k * a} {}
  double value() const { return k * v[1]; }
};
struct Middle : Base {
  std::array<double, 2> q;
  std::vector<double> w{1, 2, 3};
  const int n = 2;
  Middle(double a, const V &x) : Base(a * x[0]), q{a, x[1]} {
    w[0] = q[1] * k;
    w.push_back(v[0]);
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += w[i] * q[i];
    return s * w.back() + value();
  }
};
struct Top : Middle {
  Point p;
  std::complex<double> z;
  std::pair<double, int> pair;
  double total = p.norm() * z.real();
  Top(const V &x) : Middle(x[2], x), p(x[0], x[1], 2), z(x[1], x[0]), pair(x[2], 3) {}
  double all() const { return total * sum() * std::norm(z) * pair.first; }
};
static Middle made(const V &x, double a) {
  Middle m(a, x);
  for (double d : m.w)
    if (d > 100)
      return m;
  m.w[1] *= a;
  return m;
}
static double used(Middle m, double k) {
  for (int i = 0; i < m.n; ++i) {
    if (m.w[i] > 100)
      return k;
    m.w[i] *= k;
  }
  return m.sum();
}
[[ad::differentiate(forward, reverse)]]
double assigned(const V &x) {
  Point a(x[0], x[1], x[2]), b;
  Point c = a + b + Point(1, x[0], 1);
  b = c;
  b.x *= x[2];
  double s = c.norm() * b.norm();
  for (int i = 0; i < 3; ++i) {
    Point t(x[i], s, 1);
    if (i == 1)
      continue;
    c = c + t;
  }
  return s * c.norm();
}
[[ad::differentiate(forward, reverse)]]
double copied(const V &x) {
  Top t(x);
  double s = t.all();
  t.z *= 2;
  t.p.x *= s;
  s += t.all() * t.p.norm();
  Top u = t;
  u.w[0] *= 2;
  return s + u.all();
}
[[ad::differentiate(forward, reverse)]]
double returned(const V &x) {
  Middle m = made(x, x[1]);
  return used(m, x[0]) * used(made(x, 2), 3) + m.sum();
}
int main() {
  CHECK_VECTOR(assigned, {0.3, 0.7, 1.1});
  CHECK_VECTOR(copied, {0.3, 0.7, 1.1});
  CHECK_VECTOR(returned, {0.3, 0.7, 1.1});
  return finish();
}
