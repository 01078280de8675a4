// Loops whose variables are objects that are made of the elements.
#include "converted.h"
#include <array>
#include <cmath>
#include <complex>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace optional_loop_ref {
BOTH double f(const V &v) {
  double s = 1;
  for (const std::optional<double> &b : v)
    s *= *b;
  return s;
}
} // namespace optional_loop_ref

namespace nested {
struct S2 {
  Squared q;
  operator Squared() const { return {q.root * 2}; }
};
BOTH double f(const V &v) {
  std::vector<S2> a{{{v[0]}}, {{v[1]}}};
  std::vector<Squared> b(a.begin(), a.end());
  double s = 0;
  for (Squared x : a)
    s += x * x.root;
  for (const Squared &x : a)
    s += x * x.root;
  return s + b[0] + b[1];
}
} // namespace nested

namespace vec_from_row {
struct Row {
  V d;
  Row(const V &x) : d(x) { d[0] *= d[0]; }
  operator V() const {
    V r = d;
    r[1] *= 3;
    return r;
  }
};
BOTH double f(const V &v) {
  std::vector<V> a{v, v};
  std::vector<Row> b(a.begin(), a.end());
  double s = 0;
  for (const Row &r : a)
    s += r.d[0];
  for (const V &r : b)
    s += r[0] * r[1];
  for (V r : b)
    s += r[0] * r[1];
  return s;
}
} // namespace vec_from_row

namespace braces {
BOTH double f(const V &v) {
  double s = 0;
  for (double x : {Squared{v[0]}, Squared{v[1]}})
    s += x;
  return s;
}
} // namespace braces

namespace listloop {
BOTH double f(const V &v) {
  std::list<Squared> l{{v[0]}, {v[1]}};
  double s = 0;
  for (double x : l)
    s += x;
  for (const double &x : l)
    s += x;
  return s;
}
} // namespace listloop

namespace dequeloop {
BOTH double f(const V &v) {
  std::deque<Squared> l{{v[0]}, {v[1]}};
  double s = 0;
  for (double x : l)
    s += x;
  return s;
}
} // namespace dequeloop

namespace mapvals {
struct P {
  double d;
  P(const std::pair<const int, double> &p) : d(p.second * p.second) {}
};
BOTH double f(const V &v) {
  std::map<int, double> l{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (P x : l)
    s += x.d;
  for (const P &x : l)
    s += x.d;
  return s;
}
} // namespace mapvals

namespace mapconv {
BOTH double f(const V &v) {
  std::map<int, double> l{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (std::pair<int, double> x : l)
    s += x.second * x.second;
  for (const std::pair<int, double> &x : l)
    s += x.second * x.second;
  return s;
}
} // namespace mapconv

namespace setloop {
BOTH double f(const V &v) {
  std::set<double> l{v[0], v[1]};
  double s = 0;
  for (Area x : l)
    s += x.a;
  for (const Area &x : l)
    s += x.a;
  return s;
}
} // namespace setloop

int main() {
  CHECK_CASE_TWICE(optional_loop_ref);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(vec_from_row);
  CHECK_CASE_TWICE(braces);
  CHECK_CASE_TWICE(listloop);
  CHECK_CASE_TWICE(dequeloop);
  CHECK_CASE_TWICE(mapvals);
  CHECK_CASE_TWICE(mapconv);
  CHECK_CASE_TWICE(setloop);
  return finish();
}
