// Objects that can only be moved: assigned, returned, in pairs and tuples.
#include "vectors.h"
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Node {
  double v;
  Node *next;
};
struct Log {
  std::string name;
};
struct State {
  V v;
  std::unique_ptr<Log> log;
};
State make(double x) { return State{V(3, x), std::make_unique<Log>()}; }
struct Cnt {
  double v;
  double *t;
  Cnt(double a, double *b) : v(a), t(b) {}
  Cnt(const std::pair<double, double *> &x) : v(x.first), t(x.second) {}
  ~Cnt() { *t += v * v; }
};
struct Cnt2 {
  double v;
  double *t;
  Cnt2(double a, double *b) : v(a), t(b) {}
  Cnt2(const Cnt &x) : v(x.v * 2), t(x.t) {}
  Cnt2(const std::pair<const int, std::pair<double, double *>> &x)
      : v(x.second.first), t(x.second.second) {}
  ~Cnt2() { *t += v * v; }
};

namespace assigned {
BOTH double f(const V &v) {
  State t;
  t = make(v[0]);
  State u = make(v[1]);
  t.v[0] *= u.v[1];
  t = std::move(u);
  return t.v[0] * v[2];
}
} // namespace assigned

namespace assigned2 {
BOTH double f(const V &v) {
  State t;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    t = make(v[i]);
    s += std::sin(t.v[0]) * (t.log ? 2 : 1);
  }
  return s;
}
} // namespace assigned2

namespace assigned3 {
BOTH double f(const V &v) {
  State a[2];
  a[0] = make(v[1]);
  a[1] = std::move(a[0]);
  return a[1].v[0] * (a[0].log ? 5 : 7) * v[2];
}
} // namespace assigned3

namespace returned {
State g(double x) { return State{V(3, x), std::make_unique<Log>()}; }
State g2(double x) {
  if (x > 0.5)
    return State{V(3, x), std::make_unique<Log>()};
  State s{V(2, x * x), nullptr};
  return s;
}
BOTH double f(const V &v) {
  State s = g(v[0]);
  State t = g2(v[1]);
  State u = g2(v[3]);
  return s.v[0] * t.v[1] * u.v[0];
}
} // namespace returned

namespace paired {
BOTH double f(const V &v) {
  std::pair<State, double> a{make(v[0]), v[1]};
  std::pair<double, State> b(v[2], make(v[3]));
  return a.first.v[0] * a.second * b.first * b.second.v[1] * (a.first.log ? 2 : 1);
}
} // namespace paired

namespace tupled {
BOTH double f(const V &v) {
  std::tuple<State, double, int> a{make(v[0]), v[1], 3};
  return std::get<0>(a).v[0] * std::get<1>(a);
}
} // namespace tupled

int main() {
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(assigned2);
  CHECK_CASE_TWICE(assigned3);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(paired);
  CHECK_CASE_TWICE(tupled);
  return finish();
}
