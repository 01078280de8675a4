// Types of the library as members of classes, on the heap, behind virtual calls, in templates, in
// callees that are reversed as a pair, with exceptions.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

using V = std::vector<double>;
using C = std::complex<double>;

struct Acc {
  std::optional<double> best;
  std::variant<double, std::pair<double, double>> state;
  std::tuple<double, int> last;
  void add(double x) {
    if (!best || *best < x)
      best = x;
    if (auto *d = std::get_if<double>(&state))
      state = std::make_pair(*d + x, x);
    else {
      auto &[a, b] = std::get<1>(state);
      a *= b;
      if (a > 0.5)
        state = a * x;
    }
    last = {x * 2, std::get<1>(last) + 1};
  }
  double total() const {
    double s = best.value_or(0);
    s += std::visit(
        [](const auto &e) {
          if constexpr (std::is_same_v<std::decay_t<decltype(e)>, double>)
            return e * e;
          else
            return e.first * e.second;
        },
        state);
    return s * std::get<0>(last) + std::get<1>(last);
  }
};
[[ad::differentiate(forward, reverse)]]
double members(const V &v) {
  Acc a;
  for (double x : v)
    a.add(x);
  Acc b = a;
  b.add(v[0]);
  std::swap(a, b);
  return a.total() + b.total() * v[1];
}
[[ad::differentiate(forward, reverse)]]
double member_heap(const V &v) {
  Acc *a = new Acc;
  for (double x : v) {
    a->add(x);
    if (x > 1)
      break;
  }
  double r = a->total();
  delete a;
  auto u = std::make_unique<Acc>();
  u->add(r);
  u->add(v[1]);
  return r * u->total();
}
[[ad::differentiate(forward, reverse)]]
double vec_of_acc(const V &v) {
  std::vector<Acc> as(2);
  for (size_t i = 0; i < v.size(); ++i)
    as[i % 2].add(v[i] * v[0]);
  as.push_back(as[0]);
  as[2].add(v[1]);
  double s = 0;
  for (auto &a : as)
    s += a.total();
  as.erase(as.begin());
  return s * as[1].total();
}
// recursion: optional by value, returned
static std::optional<double> find(const V &v, std::optional<double> best, size_t i) {
  if (i == v.size())
    return best;
  if (v[i] > 1)
    return std::nullopt;
  for (size_t k = 0; k < i; ++k) {
    if (v[k] * v[i] > 0.2)
      return find(v, v[k] * v[i] * best.value_or(1), i + 1);
  }
  return find(v, best ? *best * v[i] : v[i], i + 1);
}
[[ad::differentiate(forward, reverse)]]
double recursive(const V &v) {
  auto a = find(v, std::nullopt, 0), b = find(v, v[0] * 2, 1);
  return a.value_or(v[0]) * v[1] + (b ? *b * *b : v[2]);
}
static std::variant<double, std::pair<double, double>>
step(std::variant<double, std::pair<double, double>> s, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x * i > 1.5)
      return x;
    if (s.index() == 0)
      s = std::make_pair(std::get<0>(s) * x, x);
    else {
      auto p = std::get<1>(s);
      if (p.first > 0.9)
        return p.first * p.second;
      s = p.first + p.second * i;
    }
  }
  return s;
}
static double val(const std::variant<double, std::pair<double, double>> &s) {
  return s.index() ? std::get<1>(s).first * std::get<1>(s).second : std::get<0>(s);
}
[[ad::differentiate(forward, reverse)]]
double pairs_of_sweeps(const V &v) {
  double r = 0;
  for (int n = 0; n < 5; ++n) {
    auto s = step(v[0], v[1], n);
    auto t = step(s, v[2] + r * 0.01, n);
    r += val(s) * val(t);
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double bad_accesses(const V &v) {
  std::optional<double> o;
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    try {
      s += o.value() * v[1];
      o.reset();
    } catch (const std::bad_optional_access &) {
      s *= v[2];
      o = s * v[0];
    }
    std::variant<double, int> w = s;
    if (i == 2)
      w = 3;
    try {
      s += std::get<0>(w) * v[2];
    } catch (const std::bad_variant_access &) {
      s *= 1.5;
    }
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double captured(const V &v) {
  std::optional<double> o = v[0];
  auto f = [o, &v](double x) mutable {
    o = *o * x;
    return *o + v[1];
  };
  double s = f(v[1]);
  s += f(s);
  std::function<double(double)> g = [p = std::make_pair(v[0], v[2])](double x) {
    return p.first * x + p.second;
  };
  return s * g(s) + *o;
}
[[ad::differentiate(forward, reverse)]]
double arr_opt(const V &v) {
  std::array<std::optional<double>, 3> a;
  std::optional<std::pair<double, double>> op;
  for (int i = 0; i < 5; ++i) {
    a[i % 3] = a[(i + 1) % 3].value_or(v[i % 3]) * v[(i + 1) % 3];
    if (i % 2)
      op = {v[0] * i, *a[i % 3]};
    if (op)
      op->first *= op->second, a[0] = a[0].value_or(0.1) * op->first;
  }
  std::swap(a[0], a[1]);
  a[1].swap(a[2]);
  double s = 0;
  for (auto &o : a)
    if (o)
      s = s * *o + *o;
  return s;
}
struct Shape {
  virtual ~Shape() = default;
  virtual double area(double k) = 0;
  std::optional<double> scale;
};
struct Circle : Shape {
  C c;
  Circle(C z) : c(z) {}
  double area(double k) override {
    c *= k;
    if (!scale)
      scale = std::abs(c);
    else
      *scale *= k;
    return std::norm(c) * *scale;
  }
};
struct Box : Shape {
  std::pair<double, double> p;
  std::variant<double, C> v;
  Box(double a, double b) : p(a, b) {}
  double area(double k) override {
    p.first *= k;
    if (v.index() == 0)
      v = C(p.first, k);
    else
      v = std::norm(std::get<1>(v));
    scale = p.first;
    return p.first * p.second + (v.index() ? std::get<1>(v).imag() : std::get<0>(v));
  }
};
[[ad::differentiate(forward, reverse)]]
double shapes(const V &v) {
  std::vector<Shape *> s;
  Circle c0(C(v[0], v[1]));
  Box b0(v[1], v[2]);
  s.push_back(&c0);
  s.push_back(&b0);
  double r = 0;
  for (int i = 0; i < 3; ++i)
    for (auto &e : s) {
      r += e->area(v[i]) * e->scale.value_or(2);
      if (r > 10)
        break;
    }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double heap(const V &v) {
  auto *z = new C[3];
  for (int i = 0; i < 3; ++i)
    z[i] = C(v[i], v[0]) * (i ? z[i - 1] : C(1));
  auto *o = new std::optional<double>(v[1]);
  *o = o->value() * z[2].real();
  auto *t = new std::tuple<double, C, int>(v[0], z[1], 3);
  std::get<1>(*t) *= std::get<0>(*t);
  auto *w = new std::variant<double, C>(z[0]);
  *w = std::get<1>(*w).imag() * v[2];
  double r = std::get<0>(*w) * **o * std::norm(std::get<1>(*t));
  delete[] z;
  delete o;
  delete t;
  delete w;
  return r;
}
template <class T> struct Poly {
  std::vector<T> c;
  std::optional<T> cached;
  T at(T x) {
    T s{};
    for (auto it = c.rbegin(); it != c.rend(); ++it)
      s = s * x + *it;
    cached = s;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double templ(const V &v) {
  Poly<C> p;
  Poly<double> q{v, {}};
  for (double x : v)
    p.c.emplace_back(x, x * x);
  C a = p.at(C(v[0], 1)) * q.at(v[1]);
  Poly<C> r = std::move(p);
  r.c.push_back(*r.cached);
  return std::norm(a) + r.at(1.5).real() * *q.cached + p.c.size();
}
static std::pair<C, std::optional<double>> both(const std::vector<C> &z, int n) {
  C s = 1;
  for (int i = 0; i < n; ++i) {
    if (std::abs(s) > 4)
      return {s, std::abs(s)};
    s = s * z[i % z.size()] + C(0, 1);
  }
  return {s, std::nullopt};
}
[[ad::differentiate(forward, reverse)]]
double multi(const V &v) {
  std::vector<C> z{{v[0], v[1]}, {v[2], v[0]}};
  double r = 0;
  for (int i = 0; i < 5; ++i) {
    auto [s, o] = both(z, i * 3);
    z[i % 2] *= s / (std::abs(s) + 1);
    r += o.value_or(0.5) * s.real();
  }
  double a = std::min({v[0], v[1], r}), b = std::max({v[0], r});
  return r + a * b;
}
[[ad::differentiate(forward, reverse)]]
double caught(const V &v) {
  std::vector<C> z;
  double r = 1;
  for (int i = 0; i < 4; ++i) {
    try {
      z.at(i % 3) *= v[0];
      r += std::norm(z[i % 3]);
    } catch (const std::out_of_range &) {
      z.push_back(C(v[i % 3], r));
    }
    try {
      std::optional<C> o;
      if (i % 2)
        o = z.back();
      r += std::abs(o.value());
    } catch (std::bad_optional_access &) {
      r *= v[1];
    }
  }
  return r;
}

int main() {
  CHECK_VECTOR(members, {0.3, 0.7, 1.1});
  CHECK_VECTOR(member_heap, {0.3, 0.7, 1.1});
  CHECK_VECTOR(vec_of_acc, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursive, {0.3, 0.7, 0.9});
  CHECK_VECTOR(recursive, {0.3, 0.7, 1.9});
  CHECK_VECTOR(pairs_of_sweeps, {0.3, 0.7, 1.1});
  CHECK_VECTOR(bad_accesses, {0.3, 0.7, 1.1});
  CHECK_VECTOR(captured, {0.3, 0.7, 1.1});
  CHECK_VECTOR(arr_opt, {0.3, 0.7, 1.1});
  CHECK_VECTOR(shapes, {0.3, 0.7, 1.1});
  CHECK_VECTOR(heap, {0.3, 0.7, 1.1});
  CHECK_VECTOR(templ, {0.3, 0.7, 1.1});
  CHECK_VECTOR(multi, {0.3, 0.7, 1.1});
  CHECK_VECTOR(caught, {0.3, 0.7, 1.1});
  return finish();
}
