// std::span over parts that overlap, over vectors, arrays and records; given to callees that are
// recursive or return from inside of a loop, to closures and methods.
// RUN: %clang_ad_plugin -std=c++20 -Wall -Wextra -Werror -I%source/test/programs %s -o %t && %t
#include "vectors.h"
#include <algorithm>
#include <array>
#include <complex>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

using V = std::vector<double>;

static void shift(std::span<double> to, std::span<const double> from, double k) {
  for (size_t i = 0; i < to.size() && i < from.size(); ++i)
    to[i] = to[i] * k + from[i] * from[i];
}
[[ad::differentiate(forward, reverse)]]
double overlapping(const V &v) {
  double a[5] = {v[0], v[1], v[2], v[0] * v[1], 1};
  std::span<double> s(a);
  shift(s.subspan(1), s, v[1]);
  shift(s.first(3), s.last(3), v[0]);
  shift(s, s, v[2]);
  for (auto &x : s.subspan(1, 3))
    x *= s[0];
  std::span<double> t = s.first(2);
  t[1] *= s[1];
  t = s.last(2);
  t[0] += t[1] * a[1];
  double r = 0;
  for (double x : a)
    r += x * x;
  return r + s.front() * t.back();
}
static double rec(std::span<const double> s, int n) {
  double r = 0;
  for (int i = 0; i < n; ++i) {
    if (s[i % s.size()] > 5)
      return r * s[0];
    r += s[i % s.size()] * s[0];
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double over_vector(const V &v) {
  V w = v;
  std::span<double> s(w);
  std::span<const double> c = s;
  for (int i = 0; i < 3; ++i) {
    s[i] *= c[(i + 1) % 3];
    w[0] += rec(c, i + 2);
  }
  std::sort(s.begin(), s.end());
  std::reverse(s.begin(), s.end());
  std::transform(s.begin(), s.end(), c.begin(), s.begin(),
                 [&](double a, double b) { return a * b + v[0]; });
  return std::accumulate(c.begin(), c.end(), 1.0, [](double a, double b) { return a * b + b; }) +
         std::inner_product(s.begin(), s.end(), v.begin(), 0.0);
}
struct Pt {
  double x, y;
};
[[ad::differentiate(forward, reverse)]]
double over_records(const V &v) {
  std::array<Pt, 3> p{Pt{v[0], v[1]}, Pt{v[1], v[2]}, Pt{v[2], v[0]}};
  std::span<Pt, 3> s(p);
  for (auto &q : s)
    q.x *= q.y;
  std::vector<std::complex<double>> z{{v[0], v[1]}, {v[1], v[2]}};
  std::span<std::complex<double>> zs{z};
  for (auto &c : zs.first(1))
    c *= zs.back();
  zs[1] /= zs[0];
  std::vector<std::pair<double, int>> ps{{v[0], 1}, {v[1], 2}};
  for (auto &[a, n] : std::span<std::pair<double, int>>(ps)) {
    a *= n;
    n++;
  }
  return s[0].x * s[2].x + std::norm(zs[1]) + ps[0].first * ps[1].first * ps[1].second;
}
[[ad::differentiate(forward, reverse)]]
double param(const V &v) {
  const auto f = [&](std::span<const double> s) {
    double r = 1;
    for (size_t i = 0; i < s.size(); ++i) {
      if (s[i] > 1)
        break;
      r = r * s[i] + s[0];
    }
    return r;
  };
  double r = f(v) + f(std::span(v).subspan(1)) * f({v.data(), 2});
  std::optional<double> o = r;
  std::tuple<double, double, int> t(v[0], r, 2);
  r += std::apply(
      [&](double a, double &b, int n) {
        b *= a;
        return a * b * n;
      },
      t);
  r *= std::get<1>(t);
  return r * *o;
}
[[ad::differentiate(forward, reverse)]]
double ifvar(const V &v) {
  std::vector<std::variant<double, Pt, int>> vs;
  vs.push_back(v[0]);
  vs.push_back(Pt{v[1], v[2]});
  vs.push_back(3);
  vs.emplace_back(v[0] * v[1]);
  double s = 1;
  for (int k = 0; k < 3; ++k)
    for (auto &e : vs) {
      if (auto *p = std::get_if<Pt>(&e)) {
        p->x *= s;
        s += p->y * p->x;
        if (s > 3)
          e = s * v[0];
        continue;
      }
      if (int *n = std::get_if<int>(&e)) {
        s *= *n;
        *n += 1;
        continue;
      }
      std::visit(
          [&](auto &x) {
            using T = std::decay_t<decltype(x)>;
            if constexpr (std::is_same_v<T, double>) {
              x = x * s;
              s = std::sin(s + x);
            }
          },
          e);
      if (k == 1)
        e = Pt{s, v[0]};
    }
  std::variant<double, Pt, int> w = vs[0];
  vs.erase(vs.begin() + 1);
  std::swap(vs[0], w);
  return s + (w.index() == 0 ? std::get<0>(w) : std::get<1>(w).x) * vs.size();
}
static double sum(std::span<const double> s) {
  if (s.size() == 1)
    return s[0] * s[0];
  const size_t h = s.size() / 2;
  return sum(s.first(h)) * 1.1 + sum(s.subspan(h)) * s[0];
}
static void sortish(std::span<double> s, double k) {
  if (s.size() < 2)
    return;
  for (size_t i = 1; i < s.size(); ++i) {
    if (s[i] * k > 4)
      return;
    s[i] = s[i] * k + s[i - 1];
  }
  s = s.subspan(1);
  sortish(s, k * s[0]);
}
[[ad::differentiate(forward, reverse)]]
double recursive(const V &v) {
  V w = v;
  w.push_back(v[0] * v[1]);
  double r = sum(w);
  sortish(w, v[0]);
  double a[3] = {w[0], w[1], r};
  sortish(a, v[1]);
  return r * sum(w) + sum(a) * sum({a + 1, 2});
}
[[ad::differentiate(forward, reverse)]]
double lambdas(const V &v) {
  V w = v;
  std::span<double> s(w);
  auto f = [s](double k, int n) {
    for (int i = 0; i < n; ++i) {
      if (s[i] > 2)
        return s[i];
      s[i] *= k;
    }
    return k;
  };
  double r = f(v[0], 3) + f(v[1], 2);
  auto g = [&](std::span<const double> t, int n) {
    for (int i = 0; i < n; ++i) {
      if (t[i] > 2)
        return t[i] * s[0];
      s[i] *= r;
    }
    return t[1];
  };
  return r * g(s, 3) * g(v, 2) * w[1];
}
struct Ring {
  V data;
  double k;
  double walk(std::span<const double> w, int n) {
    double r = 0;
    for (int i = 0; i < n; ++i) {
      if (r > 3)
        return r * k;
      data[i] *= w[i];
      r += data[i];
    }
    k *= r;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double method(const V &v) {
  Ring g{v, v[0]};
  double r = g.walk(v, 3);
  r += g.walk(std::span(g.data).first(2), 2);
  return r * g.k * g.data[1];
}

// Of fixed extent, given back by a function of its own; parts of a size known when compiled.
static std::span<double, 3> halved(std::span<double, 3> s) {
  for (double &x : s)
    x *= 0.5;
  return s;
}
static double product(std::span<const double, 2> s, int n) {
  return n > 0 ? s[0] * s[1] + product(s, n - 1) : s[0];
}
[[ad::differentiate(forward, reverse)]]
double fixed(const V &v) {
  V w(v);
  std::span<double, 3> s(w.data(), 3);
  s[1] *= s[0];
  std::span<double, 3> t = halved(s);
  auto u = t;
  for (double &x : std::span<double>(w).subspan<1>())
    x *= v[0];
  return product(t.first<2>(), 2) * u[2] * product(s.last<2>(), 1) * u.subspan<1, 1>()[0];
}

int main() {
  CHECK_VECTOR(fixed, {0.3, 0.7, 1.1});
  CHECK_VECTOR(overlapping, {0.3, 0.7, 1.1});
  CHECK_VECTOR(over_vector, {0.3, 0.7, 1.1});
  CHECK_VECTOR(over_records, {0.3, 0.7, 1.1});
  CHECK_VECTOR(param, {0.3, 0.7, 0.9});
  CHECK_VECTOR(ifvar, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursive, {0.3, 0.7, 1.1});
  CHECK_VECTOR(lambdas, {0.3, 0.7, 1.1});
  CHECK_VECTOR(method, {0.3, 0.7, 1.1});
  return finish();
}
