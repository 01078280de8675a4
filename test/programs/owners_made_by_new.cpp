// Objects that own others and hold vectors, on the heap: deleted by hand, by smart pointers, in
// vectors of these; handed to functions.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct O {
  V d;
  std::unique_ptr<double> u;
  std::vector<int> k;
  std::vector<V> m;
  O(double x) : d(2, x), u(std::make_unique<double>(x * x)), k{1, 2}, m(2, V{x}) {}
};
struct Own {
  double *p;
  Own() = default;
  explicit Own(double x) : p(new double(x)) {}
  Own(const Own &o) : p(new double(*o.p)) {}
  Own &operator=(const Own &o) {
    *p = *o.p;
    return *this;
  }
  ~Own() { delete p; }
};
struct Held {
  std::vector<Own> v;
  double k;
};
struct Held2 {
  std::vector<Own> v;
  V k;
};
} // namespace

namespace raw_delete {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O *p = new O(v[0]);
  p->d.push_back(*p->u * v[1]);
  p->k.push_back(3);
  p->m[1].push_back(p->d[2]);
  double s = p->d[2] * p->m[1][1] * p->k.size();
  delete p;
  return s;
}
} // namespace raw_delete

namespace unique_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (double x : v) {
    auto p = std::make_unique<O>(x);
    p->m.push_back({x, s});
    p->d.push_back(s);
    s += p->d[2] * *p->u + p->m[2][0];
    if (s > 100)
      break;
  }
  return s;
}
} // namespace unique_loop

namespace vec_unique {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<O>> l;
  for (double x : v) {
    l.push_back(std::make_unique<O>(x));
    l.back()->d.push_back(x * *l[0]->u);
  }
  l.pop_back();
  l.erase(l.begin());
  double s = 0;
  for (auto &o : l)
    s += o->d[2] * o->m[1][0];
  return s;
}
} // namespace vec_unique

namespace callee_new {
static std::unique_ptr<O> mk(double x, int d) {
  auto o = std::make_unique<O>(x);
  if (d) {
    auto n = mk(x * 0.9, d - 1);
    o->d.push_back(n->d.back() * *n->u);
  }
  return o;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto o = mk(v[0], 3);
  return o->d.back() * *o->u;
}
} // namespace callee_new

namespace reset {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<O> p;
  for (double x : v) {
    if (x > 1)
      p.reset(new O(x));
    if (p)
      p->d.push_back(x);
  }
  return p ? p->d[2] * p->d.back() : v[0];
}
} // namespace reset

namespace base_owner {
struct Base {
  std::unique_ptr<double> u;
  V b;
};
struct Der : Base {
  V c;
  double k;
  Der(const V &v) : c(v), k(v[0]) {
    u = std::make_unique<double>(v[1]);
    b = {v[2], v[3] * k};
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Der a(v);
  a.b.push_back(*a.u);
  Der c = std::move(a);
  c.c[1] *= c.b[2];
  return c.c[1] * c.k * c.b[1];
}
} // namespace base_owner

namespace param_ref {
static double use(O &o, double x) {
  o.d.push_back(x * *o.u);
  *o.u *= o.d[0];
  return o.d.back();
}
static double rec(O &o, double x, int n) { return n ? use(o, x) * rec(o, x * 0.5, n - 1) : o.d[0]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o(v[0]);
  return rec(o, v[1], 3) + o.d.size() * *o.u;
}
} // namespace param_ref

namespace own1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (double x : v) {
    Held h;
    h.k = x;
    h.v.push_back(Own(x * x));
    h.v.emplace_back(x * s);
    s += *h.v[0].p * h.k + *h.v[1].p;
  }
  return s;
}
} // namespace own1

namespace own2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (double x : v) {
    Held2 h;
    h.k.push_back(x);
    h.v.push_back(Own(x * x));
    h.k.push_back(x * s);
    h.v.emplace_back(x * s);
    s += *h.v[0].p * h.k[0] + *h.v[1].p * h.k[1];
  }
  return s;
}
} // namespace own2

namespace own3 {
static double g(double x, int d) {
  Held2 h;
  h.k.push_back(x);
  h.v.push_back(Own(x * x));
  if (d == 0)
    return h.k[0] * *h.v[0].p;
  h.v.push_back(Own(g(*h.v[0].p, d - 1)));
  h.k.resize(4);
  h.k[3] = *h.v[1].p;
  return h.k[3] * h.k[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v[0], 2) + g(v[2], 1);
}
} // namespace own3

int main() {
  CHECK_CASE_TWICE(raw_delete);
  CHECK_CASE_TWICE(unique_loop);
  CHECK_CASE_TWICE(vec_unique);
  CHECK_CASE_TWICE(callee_new);
  CHECK_CASE_TWICE(reset);
  CHECK_CASE_TWICE(base_owner);
  CHECK_CASE_TWICE(param_ref);
  CHECK_CASE_TWICE(own1);
  CHECK_CASE_TWICE(own2);
  CHECK_CASE_TWICE(own3);
  return finish();
}
