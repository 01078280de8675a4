// Vectors of objects that hold numbers beside a std::unique_ptr, in loops, vectors and objects.
#include "vectors.h"
#include "weighted.h"
#include <algorithm>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace in_loops {
BOTH double f(const V &v) {
  double t = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<Weighted> s;
    s.reserve(2);
    for (int j = 0; j <= i; ++j)
      s.push_back(Weighted{v[j], std::make_unique<Factor>(Factor{v[i] * v[j]})});
    for (auto &l : s)
      l.w *= l.p->k;
    for (auto &l : s)
      t += l.w * l.p->k;
  }
  return t;
}
} // namespace in_loops

namespace resized {
BOTH double f(const V &v) {
  std::vector<Weighted> s(3);
  for (int i = 0; i < 3; ++i) {
    s[i].w = v[i];
    s[i].p = std::make_unique<Factor>(Factor{v[i + 1]});
  }
  s.resize(2);
  std::vector<Weighted> t = std::move(s);
  t.emplace_back();
  t.back().w = 2;
  double r = 0;
  for (auto &l : t)
    if (l.p)
      r += l.w * l.p->k;
    else
      r += l.w * v[0];
  return r;
}
} // namespace resized

namespace given {
static void addTo(std::vector<Weighted> &s, double w, double k) {
  s.push_back({w, std::make_unique<Factor>(Factor{k})});
}
BOTH double f(const V &v) {
  std::vector<Weighted> s;
  addTo(s, v[0], v[1]);
  addTo(s, v[2], v[3]);
  double r = 0;
  for (auto &l : s)
    r += l.w * l.p->k;
  return r;
}
} // namespace given

namespace on_the_heap {
struct H {
  virtual ~H() = default;
  virtual double g() const = 0;
};
struct B : H {
  std::vector<Weighted> ls;
  double g() const override {
    double r = 0;
    for (auto &l : ls)
      r += l.w * l.p->k;
    return r;
  }
};
BOTH double f(const V &v) {
  auto b = std::make_unique<B>();
  for (double x : v)
    b->ls.push_back({x, std::make_unique<Factor>(Factor{x * x})});
  std::unique_ptr<H> h = std::move(b);
  return h->g();
}
} // namespace on_the_heap

namespace nested {
BOTH double f(const V &v) {
  std::vector<std::vector<Weighted>> s(2);
  s[0].push_back(Weighted{v[0], std::make_unique<Factor>(Factor{v[1]})});
  s[1].push_back(Weighted{v[2], std::make_unique<Factor>(Factor{v[3]})});
  double r = 0;
  for (auto &a : s)
    for (auto &l : a)
      r += l.w * l.p->k;
  return r;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(in_loops);
  CHECK_CASE_TWICE(resized);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(on_the_heap);
  CHECK_CASE_TWICE(nested);
  return finish();
}
