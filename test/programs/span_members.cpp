// Classes that hold spans: made, copied, changed.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L // spans
using V = std::vector<double>;

namespace {
struct View {
  std::span<double> a;
};
struct Row {
  std::span<const double> a;
  double w;
};
struct Data {
  std::span<const double> x, y;
};
} // namespace

namespace aggregate {
struct P {
  std::span<const double> x;
  double w;
  double operator()(double t) const {
    double r = 0;
    for (double e : x)
      r = r * t + e;
    return r * w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v, v[1]};
  return p(v[0]);
}
} // namespace aggregate

namespace ctor {
class P {
  std::span<const double> x_;
  double w_;

public:
  P(std::span<const double> x, double w) : x_(x), w_(w) {}
  double at(double t) const {
    double r = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
      r = r * t + x_[i];
    return r * w_;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p(v, v[1]);
  return p.at(v[0]) * p.at(v[2]);
}
} // namespace ctor

namespace ctor_body {
class P {
  std::span<const double> x_;

public:
  P(const std::vector<double> &x) { x_ = x; }
  double at(double t) const {
    double r = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
      r = r * t + x_[i];
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p(v);
  return p.at(v[0]) * p.at(v[2]);
}
} // namespace ctor_body

namespace mutable_span {
struct View {
  std::span<double> a;
  int cols;
  double &operator()(int i, int j) { return a[i * cols + j]; }
  double operator()(int i, int j) const { return a[i * cols + j]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  View m{s, 2};
  m(0, 1) *= v[3];
  m(1, 0) = m(0, 1) * m(0, 0);
  double r = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      r += (i + 1) * m(i, j) * m(j, i);
  return r;
}
} // namespace mutable_span

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    View m{std::span<double>(s).subspan(k, 2)};
    m.a[0] *= m.a[1];
    r += m.a[0];
  }
  return r;
}
} // namespace loop

namespace reassigned {
struct View {
  std::span<const double> a;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s{v[0], v[1]};
  View m{v};
  double r = m.a[1] * m.a[2];
  m.a = s;
  r += m.a[1] * m.a[0];
  m = View{v};
  r *= m.a.back();
  return r;
}
} // namespace reassigned

namespace advance {
struct Reader {
  std::span<const double> left;
  double next() {
    double x = left.front();
    left = left.subspan(1);
    return x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Reader rd{v};
  double r = 1;
  while (!rd.left.empty())
    r = r * rd.next() + 0.5;
  return r;
}
} // namespace advance

namespace vector_of {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Row> rows;
  for (int i = 0; i < 3; ++i)
    rows.push_back(Row{std::span<const double>(v).subspan(i, 2), v[i]});
  double r = 0;
  for (const Row &q : rows)
    for (double e : q.a)
      r += q.w * e * e;
  return r;
}
} // namespace vector_of

namespace array_of {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Row rows[2] = {{std::span<const double>(v).first(2), v[0]},
                 {std::span<const double>(v).last(2), v[1]}};
  double r = 0;
  for (const Row &q : rows)
    for (double e : q.a)
      r += q.w * e * e;
  return r;
}
} // namespace array_of

namespace by_value {
static double loss(Data d, double a) {
  double r = 0;
  for (std::size_t i = 0; i < d.x.size(); ++i) {
    double e = d.y[i] - a * d.x[i];
    r += e * e;
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Data d{std::span<const double>(v).first(2), std::span<const double>(v).last(2)};
  return loss(d, v[0]);
}
} // namespace by_value

namespace returned {
static Data split(const std::vector<double> &v) {
  return {std::span<const double>(v).first(2), std::span<const double>(v).last(2)};
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto d = split(v);
  double r = 0;
  for (std::size_t i = 0; i < d.x.size(); ++i) {
    double e = d.y[i] - v[0] * d.x[i];
    r += e * e;
  }
  auto [x, y] = split(v);
  return r + x[0] * y[1];
}
} // namespace returned

namespace member_of_member {
struct Data {
  std::span<const double> x;
};
struct Model {
  Data d;
  std::vector<double> w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Model m{{v}, {v[1], v[0]}};
  double r = 0;
  for (std::size_t i = 0; i < m.w.size(); ++i)
    r += m.w[i] * m.d.x[i] * m.d.x[i + 2];
  return r;
}
} // namespace member_of_member

namespace fixed_extent {
struct T3 {
  std::span<const double, 3> n;
};
static double dot(const T3 &a, const T3 &b) {
  double r = 0;
  for (int i = 0; i < 3; ++i)
    r += a.n[i] * b.n[i];
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  T3 a{std::span<const double, 3>(v.data(), 3)}, b{std::span<const double, 3>(v.data() + 1, 3)};
  return dot(a, b) * dot(a, a);
}
} // namespace fixed_extent

namespace unique {
struct Data {
  std::span<const double> x;
  explicit Data(std::span<const double> s) : x(s) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<Data>(v);
  return p->x[0] * p->x[1];
}
} // namespace unique

namespace virtual_class {
struct Base {
  virtual ~Base() = default;
  virtual double g(double t) const = 0;
};
struct Poly : Base {
  std::span<const double> c;
  explicit Poly(std::span<const double> c) : c(c) {}
  double g(double t) const override {
    double r = 0;
    for (double e : c)
      r = r * t + e;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly p(v);
  const Base &b = p;
  return b.g(v[0]) + b.g(v[1]);
}
} // namespace virtual_class

namespace points {
struct Pt {
  double x, y;
};
struct Cloud {
  std::span<const Pt> p;
  double len() const {
    double r = 0;
    for (std::size_t i = 1; i < p.size(); ++i)
      r += std::hypot(p[i].x - p[i - 1].x, p[i].y - p[i - 1].y);
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> q{{v[0], v[1]}, {v[2], v[3]}, {v[1], v[2] * 3}};
  Cloud c{q};
  return c.len();
}
} // namespace points

namespace span_of_int {
struct Csr {
  std::span<const int> col;
  std::span<const double> val;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> c{2, 0, 1, 3};
  Csr m{c, v};
  double r = 0;
  for (std::size_t k = 0; k < m.val.size(); ++k)
    r += m.val[k] * v[m.col[k]];
  return r;
}
} // namespace span_of_int

namespace default_then {
struct Row {
  std::span<const double> a;
  double w = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Row r;
  r.a = v;
  double s = 0;
  if (!r.a.empty())
    s = r.w * r.a[0] * r.a[1];
  Row q = r;
  q.a = q.a.first(1);
  return s + q.a[0] * q.a.size();
}
} // namespace default_then

namespace inherited {
struct B {
  std::span<const double> a;
  B(std::span<const double> s) : a(s) {}
};
struct C : B {
  double w;
  C(std::span<const double> s, double w) : B(s), w(w) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c(v, v[2]);
  return c.a[0] * c.w * c.a.back();
}
} // namespace inherited

namespace loop_assign {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  View m;
  for (int k = 0; k < 3; ++k) {
    m.a = std::span<double>(s).subspan(k, 2);
    m.a[0] *= m.a[1];
    r += m.a[0];
  }
  return r;
}
} // namespace loop_assign

namespace loop_call {
static void step(View m, double &r) {
  m.a[0] *= m.a[1];
  r += m.a[0];
  for (double &e : m.a)
    e *= 1.5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k)
    step(View{std::span<double>(s).subspan(k, 2)}, r);
  return r;
}
} // namespace loop_call

namespace loop_ref {
static void step(const View &m, double &r) {
  m.a[0] *= m.a[1];
  r += m.a[0];
  for (double &e : m.a)
    e *= 1.5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    View m{std::span<double>(s).subspan(k, 2)};
    step(m, r);
  }
  return r;
}
} // namespace loop_ref

namespace nested_class {
struct Grid {
  std::span<double> u;
  int nx, ny;
  double &at(int i, int j) { return u[j * nx + i]; }
  const double &at(int i, int j) const { return u[j * nx + i]; }
};
static void smooth(Grid &g) {
  for (int j = 0; j < g.ny; ++j)
    for (int i = 1; i < g.nx; ++i)
      g.at(i, j) = 0.5 * (g.at(i, j) + g.at(i - 1, j)) * g.at(i, j);
}
static double energy(const Grid &g) {
  double e = 0;
  for (double u : g.u)
    e += u * u;
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  Grid g{s, 2, 2};
  for (int k = 0; k < 2; ++k)
    smooth(g);
  return energy(g);
}
} // namespace nested_class

namespace swapped {
struct Pair {
  std::span<double> now, next;
  void swap() { std::swap(now, next); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a(v), b(4);
  Pair p{a, b};
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      p.next[i] = std::sin(p.now[i] * p.now[(i + 1) % 4]) + 0.5 * p.now[i];
    p.swap();
  }
  double r = 0;
  for (double e : p.now)
    r += e * e;
  return r;
}
} // namespace swapped

namespace reader_copy {
struct Cursor {
  std::span<const double> rest;
  bool done() const { return rest.empty(); }
  double take() {
    double x = rest[0];
    rest = rest.subspan(1);
    return x;
  }
};
static double expr(Cursor &c) {
  double x = c.take();
  if (c.done())
    return x;
  return x * expr(c) + x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cursor c{v};
  Cursor d = c;
  double a = expr(c);
  d.take();
  return a * expr(d);
}
} // namespace reader_copy

int main() {
  CHECK_CASE_TWICE(aggregate);
  CHECK_CASE_TWICE(ctor);
  CHECK_CASE_TWICE(ctor_body);
  CHECK_CASE_TWICE(mutable_span);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(reassigned);
  CHECK_CASE_TWICE(advance);
  CHECK_CASE_TWICE(vector_of);
  CHECK_CASE_TWICE(array_of);
  CHECK_CASE_TWICE(by_value);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(member_of_member);
  CHECK_CASE_TWICE(fixed_extent);
  CHECK_CASE_TWICE(unique);
  CHECK_CASE_TWICE(virtual_class);
  CHECK_CASE_TWICE(points);
  CHECK_CASE_TWICE(span_of_int);
  CHECK_CASE_TWICE(default_then);
  CHECK_CASE_TWICE(inherited);
  CHECK_CASE_TWICE(loop_assign);
  CHECK_CASE_TWICE(loop_call);
  CHECK_CASE_TWICE(loop_ref);
  CHECK_CASE_TWICE(nested_class);
  CHECK_CASE_TWICE(swapped);
  CHECK_CASE_TWICE(reader_copy);
  return finish();
}
#else
int main() { return 0; }
#endif
