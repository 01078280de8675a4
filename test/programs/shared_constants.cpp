// std::make_shared of constants: curves and settings that several objects read.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace curves {
struct C {
  virtual ~C() = default;
  virtual double g(double t) const = 0;
};
struct F : C {
  double r;
  explicit F(double r) : r(r) {}
  double g(double t) const override { return std::exp(-r * t); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_shared<const F>(v[0]);
  std::shared_ptr<const C> q = std::make_shared<const F>(v[1]);
  return p->g(v[3]) * q->g(v[2]);
}
} // namespace curves

namespace settings {
struct S {
  double a;
  V w;
  double g(double t) const { return a * t + w[0] * w[1]; }
};
struct H {
  std::shared_ptr<const S> s;
  double k;
  double at(double t) const { return k * s->g(t); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto s = std::make_shared<const S>(S{v[0], {v[1], v[2]}});
  H h{s, v[3]}, i{s, 2};
  return h.at(v[0]) * i.at(v[1]);
}
} // namespace settings

int main() {
  CHECK_CASE_TWICE(curves);
  CHECK_CASE_TWICE(settings);
  return finish();
}
