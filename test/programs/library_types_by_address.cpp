// Pointers to pairs, tuples, optionals and complex numbers and to their parts; arrays of them,
// ties, alternatives without derivatives.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <complex>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

using V = std::vector<double>;
using C = std::complex<double>;
using P = std::pair<double, double>;
// addresses of library records kept in a function that is reversed as a pair
static double inner(double x, double y, int n) {
  P a{x, y}, b{y, x};
  std::optional<double> o;
  C z(x, y);
  std::tuple<double, P> t{x, a};
  P arr[3] = {a, b, {x, 1}};
  P *p = &a;
  double *q = &b.second;
  C *zp = &z;
  P *tp = &std::get<1>(t);
  double r = 0;
  for (int i = 0; i < n; ++i) {
    if (r > 4)
      return r * *q;
    p->first *= *q;
    *q += p->second * 0.5;
    *zp *= C(p->first, *q);
    tp->first += zp->real();
    arr[i % 3].first *= tp->first;
    P *e = &arr[(i + 1) % 3];
    e->second += arr[i % 3].first;
    if (!o)
      o = r + 1;
    else
      *o *= e->second;
    double *op = &*o;
    *op += 0.1 * x;
    r += p->first * zp->imag() + *o;
    if (i == 1)
      p = &b;
    if (i == 2)
      q = &std::get<0>(t);
  }
  return r + std::get<0>(t) * arr[1].first + z.real();
}
[[ad::differentiate(forward, reverse)]]
double addresses(const V &v) {
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += inner(v[0] + 0.1 * i, v[i % 3], i);
  return s;
}
static void byptr(P *p, std::optional<double> *o, std::variant<double, P> &w, C &z, int n) {
  for (int i = 0; i < n; ++i) {
    if (p->first > 3) {
      *o = p->second;
      return;
    }
    p->first += p->second * o->value_or(0.3);
    if (w.index() == 0)
      w = P{std::get<0>(w) * p->first, z.imag()};
    else {
      auto &[a, b] = std::get<1>(w);
      z += C(a, b);
      a *= b;
      if (i == 2)
        w = a;
    }
    z *= p->first;
    *o = z.real();
  }
}
[[ad::differentiate(forward, reverse)]]
double pointers(const V &v) {
  std::vector<P> ps{{v[0], v[1]}, {v[2], v[0]}};
  std::array<std::optional<double>, 2> os{v[1]};
  std::variant<double, P> w = v[2];
  C z(v[0], 1);
  for (int i = 0; i < 4; ++i)
    byptr(&ps[i % 2], &os[i / 2 % 2], w, z, i + 1);
  double s = ps[0].first * ps[1].first + z.imag() + os[0].value_or(1) * os[1].value_or(2);
  std::sort(ps.begin(), ps.end(), [](const P &a, const P &b) { return a < b; });
  if (ps[0] < ps[1])
    s *= ps[0].second;
  if (ps[0] == ps[1])
    s = 0;
  return s + std::visit(
                 [](const auto &e) {
                   if constexpr (std::is_same_v<std::decay_t<decltype(e)>, P>)
                     return e.first;
                   else
                     return e * 2;
                 },
                 w);
}
struct M {
  std::monostate m;
  std::variant<std::monostate, double, C, P> v;
  std::optional<std::pair<C, int>> o;
};
[[ad::differentiate(forward, reverse)]]
double monos(const V &v) {
  M m;
  double s = 1;
  for (double x : v) {
    switch (m.v.index()) {
    case 0:
      m.v = x * s;
      break;
    case 1:
      s *= std::get<1>(m.v);
      m.v = C(x, s);
      m.o = {C(s, x), 2};
      break;
    case 2:
      s += std::get<C>(m.v).imag();
      m.v.emplace<3>(P(s, x));
      m.o->first *= 2.0;
      m.o->second++;
      continue;
    default:
      s *= std::get<3>(m.v).first;
      m.v = std::monostate{};
    }
    s += x;
  }
  M n = m;
  if (n.o)
    s *= n.o->first.real() * n.o->second;
  n.o.reset();
  return s + m.o.has_value();
}
[[ad::differentiate(forward, reverse)]]
double tied(const V &v) {
  double a = v[0], b = v[1], c = 0;
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    std::tie(a, b) = std::make_tuple(b * v[i], a + b);
    std::tie(c, n, std::ignore) = std::tuple<double, int, double>{a * b + c, n + i, b};
    auto [x, y, z] = std::tuple_cat(std::make_tuple(a, b), std::make_tuple(c));
    c = x * y + z;
  }
  return a * b * c + n;
}
[[ad::differentiate(forward, reverse)]]
double arrays_(const V &v) {
  std::array<P, 3> a{};
  std::array<std::tuple<double, int>, 2> t;
  std::vector<std::array<P, 2>> w(2);
  P raw[2][2];
  for (int i = 0; i < 3; ++i)
    a[i] = {v[i], v[0] * i};
  auto b = a;
  b[1].first *= a[2].second;
  t[0] = {b[1].first, 3};
  t[1] = t[0];
  std::get<0>(t[1]) *= 2;
  for (auto &row : w)
    for (auto &[x, y] : row) {
      x = v[1];
      y = x * v[2];
    }
  w[1] = w[0];
  w[1][0].first *= 3;
  std::swap(w[0], w[1]);
  for (auto &r : raw)
    for (auto &e : r)
      e = {v[0], v[1]};
  raw[1][0] = w[0][0];
  std::swap(raw[0], raw[1]);
  return raw[0][0].first * std::get<0>(t[1]) * w[1][1].second +
         std::accumulate(a.begin(), a.end(), 0.0,
                         [](double s, const P &p) { return s + p.first * p.second; });
}
[[ad::differentiate(forward, reverse)]]
double strs(const V &v) {
  std::variant<std::string, double> w = v[0];
  std::optional<std::string> name;
  double s = 1;
  for (int i = 0; i < 4; ++i) {
    if (auto *d = std::get_if<double>(&w)) {
      s *= *d;
      w = std::string("abc");
      name = "x";
    } else {
      s += std::get<0>(w).size() * v[1];
      w = s;
    }
    if (name)
      s *= v[2] + name->size();
    std::pair<std::string, double> p{"k" + std::to_string(i), s};
    p.second *= v[0];
    s += p.second * p.first.size();
  }
  return s + w.index();
}
int main() {
  CHECK_VECTOR(addresses, {0.3, 0.7, 1.1});
  CHECK_VECTOR(pointers, {0.3, 0.7, 1.1});
  CHECK_VECTOR(monos, {0.3, 0.7, 1.1, 0.4, 0.8});
  CHECK_VECTOR(tied, {0.3, 0.7, 1.1});
  CHECK_VECTOR(arrays_, {0.3, 0.7, 1.1});
  CHECK_VECTOR(strs, {0.3, 0.7, 1.1});
  return finish();
}
