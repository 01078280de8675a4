// Maps from their end: rbegin, rend, reverse iterators.
#include "vectors.h"
#include <cmath>
#include <map>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace last {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> m;
  for (int i = 0; i < 4; ++i)
    m[i * i] = v[i];
  return m.rbegin()->second * m.begin()->second * m.rbegin()->first;
}
} // namespace last

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> m;
  for (int i = 0; i < 4; ++i)
    m[i * i] = v[i];
  double s = 0;
  for (auto it = m.rbegin(); it != m.rend(); ++it) {
    s = 0.5 * s + it->second * it->first;
    it->second *= s;
  }
  return s * m[4];
}
} // namespace loop

namespace const_loop {
static double sum(const std::map<std::string, double> &m) {
  double s = 0;
  for (auto it = m.crbegin(); it != m.crend(); it++)
    s = s * s * 0.1 + (*it).second;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, double> m{{"a", v[0]}, {"b", v[1]}, {"c", v[2]}};
  return sum(m) * m.at("a");
}
} // namespace const_loop

namespace records {
struct R {
  double a;
  int n;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, R> m;
  for (int i = 0; i < 4; ++i)
    m[10 - i] = R{v[i], i};
  m.rbegin()->second.a *= 2;
  auto &last = *m.rbegin();
  last.second.a *= v[1];
  auto it = m.rbegin();
  ++it;
  return it->second.a * last.second.a * it->second.n;
}
} // namespace records

namespace next {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> m;
  for (int i = 0; i < 4; ++i)
    m[i * i] = v[i];
  auto it = std::next(m.rbegin(), 2);
  return it->second * std::prev(it)->second;
}
} // namespace next

namespace interp {
static double at(const std::map<int, double> &t, int x) {
  auto hi = t.lower_bound(x);
  if (hi == t.end())
    return t.rbegin()->second;
  if (hi == t.begin())
    return hi->second;
  auto lo = std::prev(hi);
  double w = double(x - lo->first) / (hi->first - lo->first);
  return (1 - w) * lo->second + w * hi->second;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> t{{0, v[0]}, {10, v[1]}, {20, v[2]}, {30, v[3]}};
  return at(t, 5) * at(t, 17) + at(t, 99) * at(t, -4);
}
} // namespace interp

namespace vectors {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> m;
  for (int i = 0; i < 4; ++i)
    m[i % 3].push_back(v[i]);
  double s = 0;
  for (auto it = m.rbegin(); it != m.rend(); ++it)
    for (double &e : it->second) {
      e *= 2;
      s = 0.5 * s + e;
    }
  return s * m[0][0];
}
} // namespace vectors

int main() {
  CHECK_CASE_TWICE(last);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(const_loop);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(next);
  CHECK_CASE_TWICE(interp);
  CHECK_CASE_TWICE(vectors);
  return finish();
}
