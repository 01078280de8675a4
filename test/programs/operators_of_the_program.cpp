// Operators of the program for classes of the library.
#include "vectors.h"
#include <array>
#include <cmath>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <valarray>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace complex_int {
using C = std::complex<double>;
C operator*(int n, const C &z) { return C(n * z.real() + 1, n * z.imag()); }
C operator+(const C &z, int n) { return C(z.real() - n, z.imag()); }
BOTH double f(const V &v) {
  C z(v[0], v[1]);
  C w = 3 * z + 2;
  return w.real() * w.imag() * v[2];
}
} // namespace complex_int

namespace valarrays {
using A = std::valarray<double>;
struct K {
  double k;
};
A operator*(const A &a, K k) {
  A r(a);
  for (auto &x : r)
    x *= k.k + 1;
  return r;
}
A operator^(const A &a, const A &b) { return A{a[0] * b[1] - a[1] * b[0], a[0] + b[0]}; }
BOTH double f(const V &v) {
  A a{v[0], v[1]}, b{v[2], v[3]};
  A c = a * K{v[0]};
  A d = c ^ b;
  return d[0] * d[1];
}
} // namespace valarrays

namespace uniques {
struct N {
  double x;
};
using U = std::unique_ptr<N>;
double operator*(const U &a, const U &b) { return a->x * b->x + a->x; }
bool operator<(const U &a, double b) { return a->x < b; }
double operator*(const U &a, double b) { return a->x * b * 2; }
BOTH double f(const V &v) {
  auto a = std::make_unique<N>(N{v[0]}), b = std::make_unique<N>(N{v[1]});
  double s = a * b;
  if (a < 1.0)
    s *= v[2];
  return s * (b * v[3]);
}
} // namespace uniques

namespace shareds {
struct N {
  double x;
};
using U = std::shared_ptr<N>;
double operator*(const U &a, const U &b) { return a->x * b->x + a->x; }
bool operator==(const U &a, double b) { return a->x > b; }
U operator+(const U &a, const U &b) { return std::make_shared<N>(N{a->x + 2 * b->x}); }
BOTH double f(const V &v) {
  auto a = std::make_shared<N>(N{v[0]}), b = std::make_shared<N>(N{v[1]});
  double s = a * b;
  if (a == 1.0)
    s *= v[2];
  auto c = a + b;
  return s * c->x;
}
} // namespace shareds

namespace optionals {
using O = std::optional<double>;
O operator+(const O &a, const O &b) {
  if (a && b)
    return *a * *b + 1;
  return O();
}
bool operator>(const O &a, const O &b) { return *a + 1 > *b * 2; }
bool operator!(const O &a) { return *a > 1; }
BOTH double f(const V &v) {
  O a = v[0], b = v[1];
  O c = a + b;
  double s = c ? *c : 0;
  if (a > b)
    s *= v[2];
  if (!a)
    s *= v[3];
  return s;
}
} // namespace optionals

namespace vectors {
V operator+(const V &a, const V &b) {
  V r(a);
  for (size_t i = 0; i < r.size(); ++i)
    r[i] += 2 * b[i];
  return r;
}
V operator*(double k, const V &a) {
  V r(a);
  for (auto &x : r)
    x *= k;
  return r;
}
V &operator+=(V &a, double k) {
  for (auto &x : a)
    x += k * x;
  return a;
}
V &operator<<(V &a, double k) {
  a.push_back(k);
  return a;
}
double operator*(const V &a, const V &b) {
  double s = 0;
  for (size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}
bool operator%(const V &a, double k) { return a[0] > k; }
BOTH double f(const V &v) {
  V a = v + 3.0 * v;
  a += v[0];
  V b;
  b << v[0] << v[1] * v[2] << 1.0 << a[3];
  return a % 1.0 ? a * b : b * b;
}
} // namespace vectors

namespace iterators_of_maps {
using M = std::map<int, double>;
double operator*(M::const_iterator a, double b) { return a->second * b + 1; }
bool operator<(M::const_iterator a, double b) { return a->second < b; }
BOTH double f(const V &v) {
  M m{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (auto it = m.cbegin(); it != m.cend(); ++it) {
    s += it * v[2];
    if (it < 1.0)
      s *= v[3];
  }
  return s;
}
} // namespace iterators_of_maps

namespace maps {
using M = std::map<int, double>;
M operator+(const M &a, const M &b) {
  M r(a);
  for (auto &[k, x] : b)
    r[k] += 2 * x;
  return r;
}
double operator*(const M &a, double k) {
  double s = 0;
  for (auto &[i, x] : a)
    s += x * k;
  return s;
}
BOTH double f(const V &v) {
  M m{{1, v[0]}, {2, v[1]}}, n{{2, v[2]}, {3, v[3]}};
  return (m + n) * v[0];
}
} // namespace maps

namespace iterators_of_lists {
using It = std::list<double>::iterator;
double operator*(It a, double b) { return *a * b + 1; }
It operator+(It a, int n) {
  while (n--)
    ++a;
  return a;
}
BOTH double f(const V &v) {
  std::list<double> l(v.begin(), v.end());
  return l.begin() * v[1] + *(l.begin() + 2) * v[0];
}
} // namespace iterators_of_lists

namespace iterators {
using It = V::const_iterator;
double operator*(It a, double s) { return *a * s; }
struct Limit {
  double most;
  bool operator<(It i) const { return most < *i; }
};
struct Sum {
  double s = 0;
  Sum &operator+=(It i) {
    s += *i * *i;
    return *this;
  }
};
BOTH double f(const V &v) {
  Limit a{v[1]};
  Sum b;
  b += v.begin() + 1;
  double s = a < v.begin() ? v[0] * v[1] : v[0];
  return s + b.s * (v.begin() * v[2]);
}
} // namespace iterators

namespace references {
using R = std::reference_wrapper<double>;
double operator*(R a, R b) { return a.get() + b.get() * 2; }
BOTH double f(const V &v) {
  double x = v[0], y = v[1];
  R a = x, b = y;
  return a * b * v[2];
}
} // namespace references

namespace functions {
using F = std::function<double(double)>;
F operator*(F a, F b) {
  return [=](double x) { return a(b(x)); };
}
F operator+(F a, double k) {
  return [=](double x) { return a(x) + k * x; };
}
BOTH double f(const V &v) {
  F a = [&](double x) { return x * v[0]; }, b = [](double x) { return std::sin(x); };
  auto c = a * b + v[1];
  return c(v[2]);
}
} // namespace functions

namespace arrays {
using A = std::array<double, 2>;
A operator+(A a, const A &b) {
  a[0] += b[0];
  a[1] *= b[1];
  return a;
}
double operator,(const A &a, const A &b) { return a[0] * b[0] + a[1] * b[1]; }
BOTH double f(const V &v) {
  A a{v[0], v[1]}, b{v[2], v[3]};
  return (a + b, b);
}
} // namespace arrays

namespace pairs {
using P = std::pair<double, double>;
P operator+(P a, P b) { return {a.first + b.second, a.second * b.first}; }
bool operator<(P a, double b) { return a.first < b; }
P operator-(P a) { return {-a.first, a.second}; }
BOTH double f(const V &v) {
  P a{v[0], v[1]}, b{v[2], v[3]};
  P c = -(a + b);
  return c < -1.0 ? c.first * c.second : c.second;
}
} // namespace pairs

namespace tuples {
using P = std::tuple<double, double>;
P operator*(const P &a, const P &b) {
  auto [x, y] = a;
  auto [z, w] = b;
  return {x * z - y * w, x * w + y * z};
}
bool operator==(const P &a, double b) { return std::get<0>(a) < b; }
BOTH double f(const V &v) {
  P a{v[0], v[1]}, b{v[2], v[3]};
  P c = a * b;
  return c == 1.0 ? std::get<0>(c) * std::get<1>(c) : std::get<1>(c);
}
} // namespace tuples

namespace deques {
using Q = std::deque<double>;
Q operator+(const Q &a, double k) {
  Q r(a);
  r.push_front(k * a[0]);
  return r;
}
double operator*(Q::const_iterator a, double k) { return *a * k; }
BOTH double f(const V &v) {
  Q q(v.begin(), v.end());
  Q r = q + v[1];
  return r[0] * r[4] + r.begin() * v[2];
}
} // namespace deques

namespace wholes {
struct N {
  double x;
};
using U = std::unique_ptr<N>;
struct Sum {
  double s = 0;
  Sum &operator+=(V::const_iterator i) {
    s += *i * *i;
    return *this;
  }
};
V::const_iterator operator-(const V &a, int n) { return a.end() - n; }
bool operator!=(V::const_iterator i, double x) { return *i > x; }
BOTH double f(const V &v) {
  Sum a;
  for (auto i = v.begin(); i != v.end(); ++i)
    if (i != 0.8)
      a += i;
  return a.s * *(v - 2);
}
} // namespace wholes

int main() {
  CHECK_CASE_TWICE(complex_int);
  CHECK_CASE_TWICE(valarrays);
  CHECK_CASE_TWICE(uniques);
  CHECK_CASE_TWICE(shareds);
  CHECK_CASE_TWICE(optionals);
  CHECK_CASE_TWICE(vectors);
  CHECK_CASE_TWICE(iterators_of_maps);
  CHECK_CASE_TWICE(maps);
  CHECK_CASE_TWICE(iterators_of_lists);
  CHECK_CASE_TWICE(iterators);
  CHECK_CASE_TWICE(references);
  CHECK_CASE_TWICE(functions);
  CHECK_CASE_TWICE(arrays);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(tuples);
  CHECK_CASE_TWICE(deques);
  CHECK_CASE_TWICE(wholes);
  return finish();
}
