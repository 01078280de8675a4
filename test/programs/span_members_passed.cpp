// Classes that hold spans: in loops, in others, passed to functions.
#include "vectors.h"
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#if __cplusplus >= 202002L // spans
using V = std::vector<double>;

namespace {
struct Data {
  std::span<const double> x;
};
struct Obs {
  std::span<const double> u;
  double w;
};
struct Grid {
  std::span<double> u;
  double w;
};
} // namespace

namespace member_of_vector_elems {
struct Layer {
  std::span<const double> w;
  double b;
  double operator()(double x) const {
    double s = b;
    for (double e : w)
      s += e * x;
    return std::tanh(s);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Layer> net;
  net.emplace_back(std::span<const double>(v).first(2), v[3]);
  net.emplace_back(Layer{std::span<const double>(v).last(2), v[0]});
  double x = v[1];
  for (const auto &l : net)
    x = l(x);
  net[0].w = net[1].w;
  for (const auto &l : net)
    x += l(x);
  return x;
}
} // namespace member_of_vector_elems

namespace in_try {
struct Data {
  std::span<const double> x;
  double at(std::size_t i) const {
    if (i >= x.size())
      throw 1;
    return x[i];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{v};
  double r = d.at(0);
  try {
    r += d.at(7);
  } catch (int) {
    r *= 2;
  }
  return r;
}
} // namespace in_try

namespace size_used {
struct Data {
  std::span<const double> x;
  double mean() const {
    double s = 0;
    for (double e : x)
      s += e;
    return s / x.size();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double r = 0;
  for (int n = 1; n <= 4; ++n) {
    Data d{std::span<const double>(v).first(n)};
    r += d.mean() * d.mean() * n;
  }
  return r;
}
} // namespace size_used

namespace ptr_to_object {
struct Data {
  std::span<const double> x;
};
struct Solver {
  const Data *d;
  double w;
  double run() const {
    double s = 0;
    for (double e : d->x)
      s += e * w;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{v};
  Solver s{&d, v[2]};
  return s.run() * s.run();
}
} // namespace ptr_to_object

namespace ref_to_object {
struct Data {
  std::span<const double> x;
};
struct Solver {
  const Data &d;
  double w;
  double run() const {
    double s = 0;
    for (double e : d.x)
      s += e * w;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{v};
  Solver s{d, v[2]};
  return s.run() * s.run();
}
} // namespace ref_to_object

namespace shared_obj {
struct Data {
  std::span<const double> x;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto d = std::make_shared<Data>(Data{v, v[1]});
  auto e = d;
  e->w *= v[2];
  return d->x[0] * d->w;
}
} // namespace shared_obj

namespace union_cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w{v[1], v[2]};
  Data a{v}, b{w};
  const Data &c = v[0] > 1 ? a : b;
  Data d = v[0] > 1 ? b : a;
  return c.x[0] * d.x[1];
}
} // namespace union_cond

namespace ternary_span {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w{v[1], v[2]};
  Data a{v[0] > 1 ? std::span<const double>(v) : std::span<const double>(w)};
  a.x = v[1] > 1 ? a.x.subspan(1) : a.x;
  return a.x[0] * v[0];
}
} // namespace ternary_span

namespace struct_assign_loop {
struct Data {
  std::span<double> x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  Data d{w};
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    d.x[0] *= d.x[1];
    r += d.x[0];
    d = Data{d.x.subspan(1)};
  }
  return r;
}
} // namespace struct_assign_loop

namespace struct_assign_loop2 {
struct Data {
  std::span<double> x;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  Data d{w, v[0]};
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    d.x[0] *= d.x[1] * d.w;
    r += d.x[0];
    Data e{d.x.subspan(1), r};
    d = e;
  }
  return r;
}
} // namespace struct_assign_loop2

namespace std_array_of {
struct Data {
  std::array<std::span<const double>, 2> xs;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{{std::span<const double>(v).first(2), std::span<const double>(v).last(2)}};
  double r = 1;
  for (auto &s : d.xs)
    for (double e : s)
      r = r * e + 1;
  return r;
}
} // namespace std_array_of

namespace c_array_of {
struct Data {
  std::span<const double> xs[2];
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d;
  d.xs[0] = std::span<const double>(v).first(2);
  d.xs[1] = v;
  double r = 1;
  for (auto &s : d.xs)
    for (double e : s)
      r = r * e + 1;
  return r;
}
} // namespace c_array_of

namespace template_class {
template <class T> struct Series {
  std::span<const T> c;
  T operator()(T x) const {
    T r = 0;
    for (auto it = c.rbegin(); it != c.rend(); ++it)
      r = r * x + *it;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Series<double> s{v};
  return s(v[0]);
}
} // namespace template_class

namespace iterators {
struct Data {
  std::span<const double> x;
  double sum() const { return std::accumulate(x.begin(), x.end(), 0.0); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{v};
  return d.sum() * std::inner_product(d.x.begin(), d.x.end(), v.begin(), 0.0);
}
} // namespace iterators

namespace given_const {
[[ad::differentiate(forward, reverse)]] double inner(const Obs &o, double t) {
  double r = 0;
  for (double e : o.u)
    r = r * t + e * o.w;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Obs o{v, v[3]};
  return inner(o, v[0]) * inner(o, v[1]);
}
} // namespace given_const

namespace given_mut {
[[ad::differentiate(forward, reverse)]] double inner(Grid &o, double t) {
  double r = 0;
  for (double &e : o.u) {
    e *= t;
    r = r * t + e * o.w;
  }
  o.w += r;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  Grid o{s, v[3]};
  double a = inner(o, v[0]);
  return a * inner(o, v[1]) * s[2];
}
} // namespace given_mut

namespace given_value {
[[ad::differentiate(forward, reverse)]] double inner(Grid o, double t) {
  double r = 0;
  for (double &e : o.u) {
    e *= t;
    r = r * t + e * o.w;
  }
  o.w += r;
  return r * o.w;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  Grid o{s, v[3]};
  double a = inner(o, v[0]);
  return a * inner(o, v[1]) * s[2];
}
} // namespace given_value

namespace given_moves_on {
[[ad::differentiate(forward, reverse)]] double inner(Grid &o, double t) {
  double x = o.u[0] * t;
  o.u[0] = x * x;
  o.u = o.u.subspan(1);
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  Grid o{s, v[3]};
  double a = inner(o, v[0]);
  return a * inner(o, v[1]) * s[0] * o.u[0] * s[1];
}
} // namespace given_moves_on

namespace given_vector {
[[ad::differentiate(forward, reverse)]] double inner(std::vector<Grid> &gs, double t) {
  double r = 0;
  for (auto &g : gs) {
    for (double &e : g.u) {
      e = std::sin(e * t);
      r += e * g.w;
    }
    g.w *= t;
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  std::vector<Grid> gs{{std::span<double>(s).first(2), v[0]}, {std::span<double>(s).last(3), v[1]}};
  return inner(gs, v[2]) + inner(gs, v[3]) * s[1];
}
} // namespace given_vector

namespace method_annotated {
struct Model {
  std::span<const double> x, y;
  double a = 1;
  [[ad::differentiate(forward, reverse)]] double loss(double b) const {
    double r = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double e = y[i] - a * x[i] - b;
      r += e * e;
    }
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Model m{std::span<const double>(v).first(2), std::span<const double>(v).last(2)};
  m.a = v[1];
  return m.loss(v[0]) * m.loss(v[3]);
}
} // namespace method_annotated

namespace virtual_given {
struct Base {
  virtual ~Base() = default;
  virtual double at(double t) const = 0;
};
struct P1 : Base {
  std::span<const double> c;
  P1(std::span<const double> c) : c(c) {}
  double at(double t) const override {
    double r = 0;
    for (double e : c)
      r = r * t + e;
    return r;
  }
};
struct P2 : Base {
  double k;
  P2(double k) : k(k) {}
  double at(double t) const override { return std::sin(k * t); }
};
[[ad::differentiate(forward, reverse)]] double inner(const Base &b, double t) {
  return b.at(t) * b.at(2 * t);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P1 p(v);
  P2 q(v[0]);
  return inner(p, v[1]) + inner(q, v[2]) * inner(p, v[3]);
}
} // namespace virtual_given

namespace unique_base {
struct Base {
  virtual ~Base() = default;
  virtual double at(double t) const = 0;
};
struct P1 : Base {
  std::span<const double> c;
  P1(std::span<const double> c) : c(c) {}
  double at(double t) const override {
    double r = 0;
    for (double e : c)
      r = r * t + e;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Base>> m;
  m.push_back(std::make_unique<P1>(std::span<const double>(v)));
  m.push_back(std::make_unique<P1>(std::span<const double>(v).first(2)));
  double r = 1;
  for (auto &p : m)
    r *= p->at(v[1]);
  return r;
}
} // namespace unique_base

namespace recursion {
static double sum(Obs o) {
  if (o.u.size() == 1)
    return o.u[0] * o.w;
  auto h = o.u.size() / 2;
  return sum({o.u.first(h), o.w * o.u[0]}) * sum({o.u.subspan(h), o.w});
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return sum({v, v[1]});
}
} // namespace recursion

namespace recursion_inplace {
static void fft(Grid g) {
  if (g.u.size() < 2)
    return;
  auto h = g.u.size() / 2;
  fft({g.u.first(h), g.w * 0.5});
  fft({g.u.subspan(h), g.w});
  for (std::size_t i = 0; i < h; ++i) {
    double a = g.u[i], b = g.u[i + h] * g.w;
    g.u[i] = a + b;
    g.u[i + h] = a * b;
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  fft({s, v[0]});
  double r = 0;
  for (double e : s)
    r = 0.5 * r + e * e;
  return r;
}
} // namespace recursion_inplace

int main() {
  CHECK_CASE_TWICE(member_of_vector_elems);
  CHECK_CASE_TWICE(in_try);
  CHECK_CASE_TWICE(size_used);
  CHECK_CASE_TWICE(ptr_to_object);
  CHECK_CASE_TWICE(ref_to_object);
  CHECK_CASE_TWICE(shared_obj);
  CHECK_CASE_TWICE(union_cond);
  CHECK_CASE_TWICE(ternary_span);
  CHECK_CASE_TWICE(struct_assign_loop);
  CHECK_CASE_TWICE(struct_assign_loop2);
  CHECK_CASE_TWICE(std_array_of);
  CHECK_CASE_TWICE(c_array_of);
  CHECK_CASE_TWICE(template_class);
  CHECK_CASE_TWICE(iterators);
  CHECK_CASE_TWICE(given_const);
  CHECK_CASE_TWICE(given_mut);
  CHECK_CASE_TWICE(given_value);
  CHECK_CASE_TWICE(given_moves_on);
  CHECK_CASE_TWICE(given_vector);
  CHECK_CASE_TWICE(method_annotated);
  CHECK_CASE_TWICE(virtual_given);
  CHECK_CASE_TWICE(unique_base);
  CHECK_CASE_TWICE(recursion);
  CHECK_CASE_TWICE(recursion_inplace);
  return finish();
}
#else
int main() { return 0; }
#endif
