// Virtual methods that append to vectors of their objects, clear them, exchange them and take
// elements out of them.
#include "observers.h"
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace clears {
struct Win : Obs {
  V w;
  double acc = 0;
  void see(double x) override {
    w.push_back(x);
    if (w.size() == 2) {
      acc += w[0] * w[1];
      w.clear();
    }
  }
  double total() const override {
    double s = acc;
    for (double x : w)
      s += x * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Win>();
  for (int i = 0; i < 3; ++i)
    o->see(std::sin(v[i]));
  double a = o->total();
  o->see(v[3]);
  return a * o->total();
}
} // namespace clears

namespace pops_and_erases {
struct Stack : Obs {
  V w;
  void see(double x) override {
    if (x > 0.8 && !w.empty()) {
      double t = w.back();
      w.pop_back();
      w.push_back(t * x);
    } else
      w.insert(w.begin(), x);
    if (w.size() > 2)
      w.erase(w.begin() + 1);
  }
  double total() const override {
    double s = 1;
    for (double x : w)
      s = s * x + x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Stack>();
  for (int k = 0; k < 2; ++k)
    for (double x : v) {
      o->see(std::sin(x));
    }
  return o->total();
}
} // namespace pops_and_erases

namespace swaps {
struct Sw : Obs {
  V a, b;
  void see(double x) override {
    V t;
    t.push_back(x);
    for (double y : a)
      t.push_back(y * x);
    b = a;
    std::swap(a, t);
  }
  double total() const override {
    double s = 0;
    for (double x : a)
      s += x;
    for (double x : b)
      s += x * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Sw>();
  for (double x : v)
    o->see(std::sin(x));
  return o->total();
}
} // namespace swaps

namespace rows {
struct Rows : Obs {
  std::vector<V> r;
  void see(double x) override {
    V t(r.size() + 1, x);
    r.push_back(t);
    if (r.size() == 3)
      r[0].assign(4, x * x);
  }
  double total() const override {
    double s = 0;
    for (auto &t : r)
      for (double y : t)
        s = 0.5 * s + y * y;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Rows>();
  for (double x : v)
    o->see(std::sin(x));
  return o->total();
}
} // namespace rows

namespace structs {
struct P {
  double a, b;
  V h;
};
struct Ps : Obs {
  std::vector<P> r;
  void see(double x) override { r.push_back(P{x, x * x, {x, 1}}); }
  double total() const override {
    double s = 0;
    for (auto &t : r)
      s = 0.5 * s + t.a * t.b * t.h[0];
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Ps>();
  for (double x : v)
    o->see(std::sin(x));
  return o->total();
}
} // namespace structs

int main() {
  CHECK_CASE_TWICE(clears);
  CHECK_CASE_TWICE(pops_and_erases);
  CHECK_CASE_TWICE(swaps);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(structs);
  return finish();
}
