// Classes whose constructors are explicit, with default arguments or without.
#include "vectors.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

class Q {
  double v_;

public:
  explicit Q(double v = 0) : v_(v) {}
  double value() const { return v_; }
  Q operator+(Q o) const { return Q(v_ + o.v_); }
  Q &operator*=(double k) {
    v_ *= k;
    return *this;
  }
};
class E0 {
public:
  double a = 0, b = 0;
  explicit E0() = default;
};
template <class Tag> class Quantity {
  double v_ = 0;

public:
  constexpr Quantity() = default;
  explicit constexpr Quantity(double v) : v_(v) {}
  constexpr double count() const { return v_; }
  friend Quantity operator+(Quantity a, Quantity b) { return Quantity(a.v_ + b.v_); }
  friend Quantity operator*(double k, Quantity b) { return Quantity(k * b.v_); }
};
struct MTag {};
struct STag {};
using M = Quantity<MTag>;
using S = Quantity<STag>;
static Quantity<int> operator/(M m, S s) { return Quantity<int>(m.count() / s.count()); }
struct P {
  Q x, y;
};
BOTH double assigned(const V &v) {
  Q x;
  x = Q(v[1]);
  return x.value();
}
BOTH double in_vectors(const V &v) {
  std::vector<Q> x(3);
  x[1] = Q(v[1]);
  x.push_back(Q(v[0]));
  x.emplace_back(v[2]);
  Q s;
  for (auto &q : x)
    s = s + q;
  return s.value() * v[0];
}
BOTH double in_arrays(const V &v) {
  std::array<Q, 2> x;
  x[1] = Q(v[1]);
  Q y[2] = {Q(v[0]), Q(v[1])};
  y[0] *= v[2];
  return (x[1] + y[0] + x[0]).value();
}
BOTH double in_objects_and_maps(const V &v) {
  P p;
  p.x = Q(v[0]);
  P q{Q(v[1]), p.x};
  q.x *= v[0];
  std::map<std::string, Q> m;
  m["a"] = Q(v[3]);
  m["b"] *= 2;
  return (p.y + q.x + m["a"]).value() * v[1];
}
BOTH double explicit_default(const V &v) {
  E0 e;
  e.a = v[0];
  E0 k{e};
  k.b = v[1];
  std::vector<E0> w(2);
  w[1].a = v[2];
  return k.a * k.b * w[1].a + w[0].b;
}
BOTH double quantities(const V &v) {
  M a(v[0]), b{v[1]};
  S t(v[2]);
  auto s = (a + 2.0 * b) / t;
  std::vector<M> path{a, b};
  M sum;
  for (auto m : path)
    sum = sum + m;
  std::optional<M> o;
  if (v[0] > 0)
    o = M(v[3]);
  std::pair<M, S> pr{a, t};
  return s.count() * sum.count() * o->count() + (pr.first / pr.second).count();
}
BOTH double on_the_heap(const V &v) {
  std::unique_ptr<Q> q = std::make_unique<Q>(v[0]);
  auto r = std::make_shared<Q>();
  *r = *q + Q{v[1]};
  std::pair<Q, double> w(Q(v[2]), 1);
  auto fn = [](Q a = Q()) { return a.value(); };
  return fn(*r) * std::get<0>(w).value() + fn();
}

int main() {
  CHECK_TWICE(assigned);
  CHECK_TWICE(in_vectors);
  CHECK_TWICE(in_arrays);
  CHECK_TWICE(in_objects_and_maps);
  CHECK_TWICE(explicit_default);
  CHECK_TWICE(quantities);
  CHECK_TWICE(on_the_heap);
  return finish();
}
