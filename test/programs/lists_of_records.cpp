// std::initializer_list of objects that hold vectors or parts that may be missing.
#include "vectors.h"
#include <optional>
#include <string>
#include <utility>
#include <variant>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace with_vectors {
struct P {
  std::string n;
  double x;
  V h;
};
static double tot(std::initializer_list<P> l) {
  double s = 0;
  for (const P &p : l) {
    s += p.x;
    for (double h : p.h)
      s += h * h * p.n.size();
  }
  return s;
}
BOTH double f(const V &v) {
  V q{v[0], v[1] * v[1]};
  return tot({{"a", v[0], q}, {"bb", v[1], {v[2]}}, {"c", 1, {}}}) * tot({});
}
} // namespace with_vectors

namespace assigned {
struct P {
  double x;
  V h;
};
struct Set {
  std::vector<P> ps;
  Set(std::initializer_list<P> l) : ps(l) {}
  Set &operator=(std::initializer_list<P> l) {
    ps.assign(l.begin(), l.end());
    return *this;
  }
};
BOTH double f(const V &v) {
  Set s{{v[0], {v[1]}}, {v[2], v}};
  double r = s.ps[1].h[2] * s.ps[0].h[0];
  s = {{v[3], {v[0], v[1]}}};
  return r + s.ps[0].h[1] * s.ps.size();
}
} // namespace assigned

namespace optionals {
static double g(std::initializer_list<std::optional<double>> l) {
  double s = 0;
  for (auto &e : l)
    s += e.value_or(2);
  return s;
}
BOTH double f(const V &v) { return g({v[0], std::nullopt, v[1]}) * v[2]; }
} // namespace optionals

namespace variants {
static double g(std::initializer_list<std::variant<double, int>> l) {
  double s = 0;
  for (auto &e : l)
    if (auto *d = std::get_if<double>(&e))
      s += *d;
  return s;
}
BOTH double f(const V &v) { return g({v[0], 3, v[1]}) * v[2]; }
} // namespace variants

int main() {
  CHECK_CASE_TWICE(with_vectors);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(optionals);
  CHECK_CASE_TWICE(variants);
  return finish();
}
