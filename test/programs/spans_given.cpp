// Spans given to calls in loops, and members that are spans: their sizes, empty ones.
#include "vectors.h"
#include <cmath>
#include <span>
#include <vector>

#if __cplusplus >= 202002L // spans
using V = std::vector<double>;

namespace {} // namespace

namespace virtual_const_span {
struct L {
  virtual ~L() = default;
  virtual double fwd(std::span<const double> in) const {
    double s = 0;
    for (double x : in)
      s += x;
    return s;
  }
};
struct A : L {
  double fwd(std::span<const double> in) const override {
    double s = 1;
    for (double x : in)
      s *= x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a;
  L b;
  L *l[2] = {&a, &b};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += l[i]->fwd(v);
  return s;
}
} // namespace virtual_const_span

namespace function_table {
double ev1(std::span<const double> x) { return x[0] * x[1]; }
double ev2(std::span<const double> x) { return x[0] * x[3]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double (*t[2])(std::span<const double>) = {ev1, ev2};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += t[i](v) * v[i];
  return s;
}
} // namespace function_table

namespace member_given {
struct H {
  std::span<const double> x;
};
struct L {
  virtual ~L() = default;
  virtual double fwd(std::span<const double> in) const {
    double s = 0;
    for (double x : in)
      s += x * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  L a;
  H h{v};
  L *l[2] = {&a, &a};
  double s = 0;
  for (int i = 0; i < 2; ++i) {
    s += l[i]->fwd(h.x);
    h.x = h.x.subspan(1);
  }
  return s;
}
} // namespace member_given

namespace span_size_hoisted {
struct S {
  std::span<double> x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V q(v);
  S t{q};
  for (int k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < t.x.size(); ++i)
      t.x[i] *= t.x[i];
  }
  return q[0];
}
} // namespace span_size_hoisted

namespace empty_span {
struct P {
  std::span<const double> w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P d{v};
  double r = d.w[0] * d.w[1];
  d.w = {};
  if (d.w.empty())
    r *= v[2];
  return r;
}
} // namespace empty_span

namespace reset_span {
struct P {
  std::span<const double> w;
  void reset() { w = std::span<const double>(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P d{v};
  double r = d.w[0] * d.w[1];
  d.reset();
  if (d.w.empty())
    r *= v[2];
  return r;
}
} // namespace reset_span

namespace adjoint_empty_span {
struct P {
  int k = 7;
  std::span<const double> w{};
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps(2);
  ps[0].w = v;
  return ps[0].w[1] * ps[1].k;
}
} // namespace adjoint_empty_span

int main() {
  CHECK_CASE_TWICE(virtual_const_span);
  CHECK_CASE_TWICE(function_table);
  CHECK_CASE_TWICE(member_given);
  CHECK_CASE_TWICE(span_size_hoisted);
  CHECK_CASE_TWICE(empty_span);
  CHECK_CASE_TWICE(reset_span);
  CHECK_CASE_TWICE(adjoint_empty_span);
  return finish();
}
#else
int main() { return 0; }
#endif
