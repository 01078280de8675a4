// Vectors of objects that hold numbers beside a std::unique_ptr: the adjoints own nothing.
#include "vectors.h"
#include "weighted.h"
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace legs {
struct Pay {
  virtual ~Pay() = default;
  virtual double at(double s) const = 0;
};
struct CallP : Pay {
  double k;
  CallP(double k) : k(k) {}
  double at(double s) const override { return s > k ? s - k : 0; }
};
struct Leg {
  double w;
  std::unique_ptr<Pay> p;
};
BOTH double f(const V &v) {
  std::vector<Leg> legs;
  legs.push_back({v[0], std::make_unique<CallP>(v[1])});
  legs.push_back(Leg{v[2], std::make_unique<CallP>(0.1)});
  double s = 0;
  for (auto &l : legs)
    s += l.w * l.p->at(v[3] * 2);
  return s;
}
} // namespace legs

namespace constructed {
struct M {
  std::unique_ptr<double> d;
  double n;
  M(double a, double b) : d(new double(a)), n(b) {}
};
BOTH double f(const V &v) {
  std::vector<M> ms;
  for (int i = 0; i < 4; ++i)
    ms.emplace_back(v[i], v[0]);
  ms.pop_back();
  double s = 0;
  for (auto &m : ms)
    s += *m.d * m.n;
  return s;
}
} // namespace constructed

namespace methods {
class S {
  std::vector<Weighted> ms;

public:
  void add(double w, std::unique_ptr<Factor> q) { ms.push_back(Weighted{w, std::move(q)}); }
  double sum() const {
    double s = 0;
    for (auto &m : ms)
      s += m.p->k * m.w;
    return s;
  }
  void drop() { ms.pop_back(); }
};
BOTH double f(const V &v) {
  S s;
  for (double x : v)
    s.add(x, std::make_unique<Factor>(Factor{x * v[0]}));
  s.drop();
  double r = s.sum();
  s.add(v[1], std::make_unique<Factor>(Factor{3}));
  return r * s.sum();
}
} // namespace methods

namespace returned {
static double sum(const std::vector<Weighted> &ms) {
  double s = 0;
  for (auto &m : ms)
    s += m.p->k * m.w;
  return s;
}
static std::vector<Weighted> make(const V &v) {
  std::vector<Weighted> r;
  for (double x : v)
    r.push_back(Weighted{x, std::make_unique<Factor>(Factor{x * v[0]})});
  return r;
}
BOTH double f(const V &v) {
  auto s = make(v);
  return sum(s);
}
} // namespace returned

// Elements go, change places, and are others later.
namespace moved {
BOTH double f(const V &v) {
  std::vector<Weighted> s;
  for (double x : v)
    s.push_back(Weighted{x, std::make_unique<Factor>(Factor{x * v[0]})});
  s.erase(s.begin() + 1);
  std::swap(s[0], s[1]);
  double r = s[0].w * s[0].p->k;
  s[1].p->k *= s[0].w;
  r += s[1].p->k * s[2].w;
  s.clear();
  s.push_back(Weighted{r, nullptr});
  return s[0].w * r;
}
} // namespace moved

int main() {
  CHECK_CASE_TWICE(legs);
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(methods);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(moved);
  return finish();
}
