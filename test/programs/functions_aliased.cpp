// References to functions that variables and members hold: what they are set to later is what is
// called.
#include "solvers.h"
#include "vectors.h"
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct View {
  const F &f;
  double go(double x) const { return f(x); }
};
} // namespace

namespace ref_to_member {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  F &g = s.f;
  double r = g(v[1]);
  s.set([k](double x) { return k + x * x; });
  return r + g(v[2]);
}
} // namespace ref_to_member

namespace ref_to_member_write {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  F &g = s.f;
  g = [k](double x) { return k * x; };
  double r = s.run(v[1]);
  g = nullptr;
  return r * s.run(v[2]);
}
} // namespace ref_to_member_write

namespace ref_var_alias {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double k = v[0];
  F g = [k](double x) { return k * x; };
  F &r = g;
  double a = r(v[1]);
  g = [k](double x) { return k + x; };
  return a * r(v[2]);
}
} // namespace ref_var_alias

namespace ref_list {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  auto &l = s.fs;
  double k = v[0];
  l.push_back([k](double x) { return k * x; });
  s.add([](double x) { return x * x; });
  double r = 0;
  for (auto &g : l)
    r += g(v[1]);
  return r + s.all(v[2]);
}
} // namespace ref_list

namespace elem_set {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<F> l(2);
  l[0] = [&](double x) { return x * v[1]; };
  l[1] = l[0];
  double a = l[1](v[0]);
  l[0] = [](double x) { return x * x; };
  return a + l[0](v[2]) + l[1](v[3]);
}
} // namespace elem_set

namespace maybe_copy {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  F g;
  if (v[0] > 1)
    g = [&](double x) { return x * v[1]; };
  F h = g;
  auto k = h;
  g = [](double x) { return x; };
  return (k ? k(v[2]) : v[3]) + g(v[0]);
}
} // namespace maybe_copy

namespace maybe_capture {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  F g;
  if (v[0] > 1)
    g = [&](double x) { return x * v[1]; };
  auto run = [g](double x) { return g ? g(x) : -x; };
  auto run2 = [&g](double x) { return g ? g(x) : -x; };
  double r = run(v[2]);
  g = nullptr;
  return r + run2(v[3]) * run(v[3]);
}
} // namespace maybe_capture

namespace moved_out {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  F g = std::move(s.f);
  s.f = [](double x) { return x + 1; };
  return g(v[1]) * s.run(v[2]);
}
} // namespace moved_out

namespace throw_mid {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  try {
    s.set([k](double x) { return k * x; });
    if (v[1] > 1)
      throw 1;
    s.set([k](double x) { return k + x * x; });
  } catch (int) {
    k = v[2];
  }
  return s.run(v[3]) * k;
}
} // namespace throw_mid

namespace ref_param_alias {
static double h(const F &g, Solver &s, double x) {
  double r = g(x);
  s.set([](double t) { return t * t * t; });
  return r + g(x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  return h(s.f, s, v[1]);
}
} // namespace ref_param_alias

namespace ref_capture_init {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  auto run = [&g = s.f](double x) { return g(x); };
  double r = run(v[1]);
  s.set([k](double x) { return k + x * x; });
  return r * run(v[2]);
}
} // namespace ref_capture_init

namespace ref_member_view {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  View w{s.f};
  double r = w.go(v[1]);
  s.set([k](double x) { return k + x * x; });
  return r * w.go(v[2]);
}
} // namespace ref_member_view

namespace ref_member_var {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double k = v[0];
  F g = [k](double x) { return k * x; };
  View w{g};
  return w.go(v[1]) * w.go(v[2]);
}
} // namespace ref_member_var

namespace ref_capture_this {
struct Self {
  F f;
  double t = 0;
  auto runner() {
    return [this](double x) { return f(x) + t; };
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Self s;
  double k = v[0];
  s.f = [k](double x) { return k * x; };
  auto r = s.runner();
  double a = r(v[1]);
  s.f = [k](double x) { return k + x; };
  s.t = v[3];
  return a * r(v[2]);
}
} // namespace ref_capture_this

namespace list_of_self {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  s.set([k](double x) { return k * x; });
  s.add(s.f);
  s.set([k](double x) { return k + x; });
  s.add(s.f);
  return s.fs[0](v[1]) * s.fs[1](v[2]);
}
} // namespace list_of_self

int main() {
  CHECK_CASE_TWICE(ref_to_member);
  CHECK_CASE_TWICE(ref_to_member_write);
  CHECK_CASE_TWICE(ref_var_alias);
  CHECK_CASE_TWICE(ref_list);
  CHECK_CASE_TWICE(elem_set);
  CHECK_CASE_TWICE(maybe_copy);
  CHECK_CASE_TWICE(maybe_capture);
  CHECK_CASE_TWICE(moved_out);
  CHECK_CASE_TWICE(throw_mid);
  CHECK_CASE_TWICE(ref_param_alias);
  CHECK_CASE_TWICE(ref_capture_init);
  CHECK_CASE_TWICE(ref_member_view);
  CHECK_CASE_TWICE(ref_member_var);
  CHECK_CASE_TWICE(ref_capture_this);
  CHECK_CASE_TWICE(list_of_self);
  return finish();
}
