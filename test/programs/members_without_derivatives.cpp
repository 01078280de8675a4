// Classes with vectors of numbers beside lists, hash tables, streams and the like.
#include "vectors.h"
#include <bitset>
#include <cmath>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

using V = std::vector<double>;

namespace inventory {
struct Inv {
  V it;
  std::unordered_map<int, int> ix;
  const double *get(int n) const {
    auto f = ix.find(n);
    return f == ix.end() ? nullptr : &it[f->second];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Inv i;
  i.it = v;
  i.ix[3] = 1;
  double s = 1;
  if (auto *p = i.get(3))
    s *= *p;
  return s;
}
} // namespace inventory

template <class Member> struct Beside {
  V it;
  Member l;
};
template <class Object> double *get(Object &a, int i) { return i < 0 ? nullptr : &a.it[i]; }

namespace members_1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Beside<std::list<int>> a;
  a.it = v;
  a.l.push_back(1);
  double &r = a.it[a.l.front()];
  r *= v[0];
  return r;
}
} // namespace members_1

namespace members_2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Beside<std::deque<int>> a;
  a.it = v;
  a.l.push_back(1);
  double &r = a.it[a.l.front()];
  r *= v[0];
  return r;
}
} // namespace members_2

namespace members_3 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Beside<std::list<int>> a;
  a.it = v;
  a.l.push_back(1);
  double *r = get(a, a.l.front());
  if (r)
    *r *= v[0];
  return a.it[1];
}
} // namespace members_3

namespace members_4 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Beside<std::deque<int>> a;
  a.it = v;
  a.l.push_back(1);
  double *r = get(a, a.l.front());
  if (r)
    *r *= v[0];
  return a.it[1];
}
} // namespace members_4

namespace members_5 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Beside<std::unordered_map<int, int>> a;
  a.it = v;
  a.l[1] = 1;
  double *r = get(a, a.l[1]);
  if (r)
    *r *= v[0];
  return a.it[1];
}
} // namespace members_5

namespace members_6 {
struct A {
  V it;
  std::function<int(int)> g;
  std::shared_ptr<int> q;
  std::ostringstream os;
  std::mt19937 rng{3};
  std::bitset<9> b;
  std::optional<std::string> o;
  std::variant<int, std::string> w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a;
  a.it = v;
  a.q = std::make_shared<int>(1);
  double *r = get(a, *a.q);
  if (r)
    *r *= v[0];
  return a.it[1];
}
} // namespace members_6

namespace members_7 {
struct A {
  V it;
  std::mt19937 rng{3};
  std::bitset<9> b;
  std::optional<std::string> o;
  std::variant<int, std::string> w;
  std::map<std::string, std::vector<int>> m;
  std::set<std::string> s;
  std::queue<int> q;
  std::priority_queue<int> pq;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a;
  a.it = v;
  double *r = get(a, 1);
  if (r)
    *r *= v[0];
  return a.it[1];
}
} // namespace members_7

namespace members_8 {
struct A {
  std::vector<std::pair<int, double>> it;
  std::list<std::string> log;
  void rec(int d, double x) {
    log.push_back("x");
    if (d == 0) {
      it.push_back({d, x});
      return;
    }
    rec(d - 1, x * 2);
    it.push_back({d, x});
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a;
  a.rec(3, v[0] * v[1]);
  double s = 0;
  for (auto &[d, x] : a.it)
    s += d * x * x;
  return s * a.log.size();
}
} // namespace members_8

namespace onheap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto *a = new Beside<std::list<int>>;
  a->it = v;
  a->l.push_back(1);
  double *r = &a->it[a->l.front()];
  *r *= v[0];
  a->it.push_back(*r);
  double s = a->it[4] * a->it[1];
  delete a;
  return s;
}
} // namespace onheap

namespace uniq {
struct A {
  V it;
  std::ostringstream log;
  A(const V &v) : it(v) {}
  double run(double x) {
    log << x;
    double s = 0;
    for (double a : it)
      s += a * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto a = std::make_unique<A>(v);
  double s = a->run(v[0]);
  a->it[1] *= s;
  return a->run(v[1]) * s;
}
} // namespace uniq

namespace locals {
struct A {
  V it;
  std::unordered_set<int> seen;
  std::list<std::string> names;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 3; t++) {
    A a;
    a.w = v[t];
    a.it.assign(2, v[3]);
    a.seen.insert(t);
    double *p = &a.it[0];
    *p *= a.w;
    s += a.it[0] * a.it[1] * a.seen.size();
  }
  return s;
}
} // namespace locals

namespace plain {
struct A {
  double w;
  std::list<int> ids;
  std::unordered_map<std::string, int> m;
  double get(const std::string &k) const {
    auto i = m.find(k);
    return i == m.end() ? w : w * i->second;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a{v[0], {1, 2}, {{"x", 3}}};
  double *p = &a.w;
  *p *= v[1];
  A b = a;
  b.m["y"] = 5;
  b.w += v[2];
  return a.get("x") * b.get("y") + b.get("z") * a.ids.size();
}
} // namespace plain

int main() {
  CHECK_CASE_TWICE(inventory);
  CHECK_CASE_TWICE(members_1);
  CHECK_CASE_TWICE(members_2);
  CHECK_CASE_TWICE(members_3);
  CHECK_CASE_TWICE(members_4);
  CHECK_CASE_TWICE(members_5);
  CHECK_CASE_TWICE(members_6);
  CHECK_CASE_TWICE(members_7);
  CHECK_CASE_TWICE(members_8);
  CHECK_CASE_TWICE(onheap);
  CHECK_CASE_TWICE(uniq);
  CHECK_CASE_TWICE(locals);
  CHECK_CASE_TWICE(plain);
  return finish();
}
