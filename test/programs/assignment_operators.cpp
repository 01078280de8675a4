// Overloaded assignment operators: their right side is evaluated before their left one, as that of
// the built-in ones is.
#include "vectors.h"
#include <array>

using V = std::vector<double>;

namespace members {
struct B {
  double x;
  double *told;
  B &operator+=(double y) {
    x += y;
    *told *= 1.25;
    return *this;
  }
  B &operator*=(double y) {
    x *= y;
    return *this;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a[3] = {v[0], v[1], v[2]};
  B b{a[0] * a[1], &a[2]};
  (b += a[2]) *= a[2];
  (b *= a[0]) *= b.x;
  ((b += b.x) += a[2] * b.x) *= a[1];
  return b.x * a[2];
}
} // namespace members
namespace free_functions {
struct B {
  double x;
};
inline B &operator-=(B &b, const B &o) {
  b.x -= o.x * b.x;
  return b;
}
inline B &operator/=(B &b, double y) {
  for (int i = 0; i < 2; ++i) {
    if (y > 50)
      return b;
    b.x /= y;
  }
  return b;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  B b{v[0] + v[1]}, c{v[2]};
  (b -= c) -= b;
  (c /= v[0]) /= c.x + 2;
  (b /= c.x) -= B{b.x * c.x};
  return b.x * c.x + b.x;
}
} // namespace free_functions
namespace recursive {
struct B {
  std::array<double, 3> x;
  B &operator+=(double y) {
    if (y < 0.4) {
      x[0] += y;
      return *this;
    }
    x[1] *= y;
    return *this += y * 0.5;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  B b{{v[0], v[1], v[2]}};
  (b += b.x[0]) += b.x[1];
  (b += v[2]) += b.x[0] * b.x[1];
  return b.x[0] * b.x[1] * b.x[2];
}
} // namespace recursive
namespace indices {
struct Counter {
  int i = 0;
  int next() { return ++i; }
};
struct Cells {
  V x;
  double &at(int k) { return x[k]; }
};
struct Cell {
  double &x;
  Cell &operator+=(double y) {
    x += y;
    return *this;
  }
  Cell &operator=(double y) {
    x = y * y;
    return *this;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  Cells c{{v[0], v[1], v[2], 1, 2}};
  Counter k;
  Cell{c.at(k.next())} += c.at(k.next()) * v[0];
  Cell{c.at(k.next())} = c.at(0) * k.i;
  return c.x[0] * c.x[1] * c.x[2] * c.x[3] * c.x[4];
}
} // namespace indices
namespace walks {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  V w{v[0], v[1], v[2], v[0] * v[1], v[1] * v[2]};
  const int by[] = {1, 2, 1, 0, 1};
  auto it = w.begin();
  int k = 0;
  double s = *it;
  it += by[k++];
  s *= *it;
  (it += by[k]) -= by[k++];
  s += *it * 3;
  (++it) += by[it - w.begin()];
  return s * *it;
}
} // namespace walks

int main() {
  CHECK_CASE(members, {0.7, 1.3, 0.9});
  CHECK_CASE(free_functions, {0.7, 1.3, 0.9});
  CHECK_CASE(recursive, {0.7, 1.3, 0.9});
  CHECK_CASE(indices, {0.7, 1.3, 0.9});
  CHECK_CASE(walks, {0.7, 1.3, 0.9});
  return finish();
}
