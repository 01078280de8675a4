// Maps of classes whose members do not start at zero, or that cannot be made without arguments.
#include "arrays.h"
#include "scalars.h"
#include <map>
#include <string>
#include <unordered_map>

namespace in_started {
struct P {
  double v = 2;
  int n = 1;
};
[[ad::differentiate(forward, reverse)]]
double started(double x, double y) {
  std::map<int, P> m;
  m[1].v = x;
  m[2].v *= y;
  m[3];
  m[1].n += 2;
  double s = 0;
  for (auto &[k, p] : m)
    s += p.v * p.v * p.n;
  return s;
}
} // namespace in_started

namespace in_made {
struct P {
  double v, w;
  P(double a, double b) : v(a), w(b) {}
  double e() const { return v * w; }
};
struct Q {
  double s = 1;
  std::vector<double> h;
  int n = 0;
};
class R {
  double a_;
  int n_;

public:
  R() : a_(3), n_(0) {}
  void add(double v) {
    a_ += v;
    ++n_;
  }
  double get() const { return a_ * n_; }
};
[[ad::differentiate(forward, reverse)]]
double made(double x, double y) {
  std::map<std::string, P> m;
  m.emplace("a", P(x, y));
  m.insert({"b", P{x * y, 2}});
  m.at("a").v += y;
  if (auto it = m.find("b"); it != m.end())
    it->second.w *= x;
  m.erase("a");
  m.insert_or_assign("c", P(y, y));
  std::map<int, Q> q;
  for (int i = 0; i < 4; ++i) {
    q[i % 2].h.push_back(x * i);
    q[i % 2].s *= y + i;
    ++q[i % 2].n;
  }
  std::map<int, R> r;
  for (int i = 0; i < 4; ++i)
    r[i % 3].add(x * i);
  auto copy = q;
  copy[5].s += x;
  double s = 0;
  for (auto &[k, p] : m)
    s += p.e() * k.size();
  for (auto &[k, v] : q)
    for (double h : v.h)
      s += h * v.s * v.n;
  for (auto &kv : r)
    s += kv.second.get();
  for (auto &[k, v] : copy)
    s += v.s;
  return s;
}
} // namespace in_made

namespace in_keyed {
struct Param {
  double value;
  double prior_sd = 1;
  bool fixed = false;
};
[[ad::differentiate(forward, reverse)]]
double keyed(double a, double b) {
  std::unordered_map<std::string, Param> ps;
  ps["a"] = {a, 2};
  ps["b"].value = b;
  ps.emplace("c", Param{a * b, 1, true});
  double lp = 0;
  for (const auto &kv : ps) {
    const Param &p = kv.second;
    if (!p.fixed)
      lp -= p.value * p.value / (2 * p.prior_sd * p.prior_sd);
    else
      lp += p.value;
  }
  if (ps.count("a"))
    lp *= ps.at("a").value;
  ps.erase("c");
  return lp + ps.size();
}
} // namespace in_keyed

int main() {
  CHECK_SCALARS(in_started::started, {0.7, 0.3});
  CHECK_SCALARS(in_made::made, {0.7, 0.3});
  CHECK_SCALARS(in_keyed::keyed, {0.7, 0.4});
  return finish();
}
