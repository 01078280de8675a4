// std::unique with a predicate: what is alike by a tolerance, by a key, by what a lambda holds.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <string>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

namespace numbers {
BOTH double f(const V &v) {
  V w;
  for (double x : v)
    for (int k = 0; k < 3; ++k)
      w.push_back(x * (1 + 0.0001 * k));
  const auto end =
      std::unique(w.begin(), w.end(), [](double a, double b) { return std::abs(a - b) < 0.01; });
  w.erase(end, w.end());
  double t = w.size();
  for (double x : w)
    t = t * 0.5 + x * x;
  return t;
}
} // namespace numbers

namespace records {
struct Event {
  double at, value;
  int id;
};
BOTH double f(const V &v) {
  std::vector<Event> e;
  for (int i = 0; i < 8; ++i)
    e.push_back({v[i % 4] * i, v[0] + i * v[1], i / 3});
  e.erase(
      std::unique(e.begin(), e.end(), [](const Event &a, const Event &b) { return a.id == b.id; }),
      e.end());
  double t = 0;
  for (const Event &each : e)
    t = std::sin(t) + each.at * each.value;
  return t;
}
} // namespace records

namespace with_vectors {
struct Group {
  V w;
  std::string name;
};
BOTH double f(const V &v) {
  std::vector<Group> g;
  for (double x : v) {
    g.push_back({{x, v[0]}, x < 1 ? "low" : "high"});
    g.push_back({{x * x}, x < 1 ? "low" : "high"});
  }
  const auto same = [](const Group &a, const Group &b) { return a.name == b.name; };
  g.erase(std::unique(g.begin() + 1, g.end(), same), g.end());
  double t = 0;
  for (const Group &each : g)
    for (double x : each.w)
      t = t * 0.5 + x * each.name.size();
  return t;
}
} // namespace with_vectors

namespace captured { // a bound, in an array, in part
BOTH double f(const V &v) {
  double a[8];
  for (int i = 0; i < 8; ++i)
    a[i] = v[i / 2] + 0.1 * (i % 2);
  const double bound = 0.05 + 0.1 * v[0];
  double *end = std::unique(a + 2, a + 8, [&](double x, double y) { return y - x < bound; });
  std::vector<int> keys = {1, 3, 5, 6, 8, 9};
  const auto odd =
      std::unique(keys.begin(), keys.end(), [](int x, int y) { return x % 2 == y % 2; });
  double t = 0;
  for (double *p = a; p != end; ++p)
    t = t * 0.5 + *p * *p;
  for (auto k = keys.begin(); k != odd; ++k)
    t += *k * v[1];
  return t;
}
} // namespace captured

namespace by_equality { // as before
BOTH double f(const V &v) {
  V w;
  for (double x : v) {
    w.push_back(x);
    w.push_back(x);
  }
  w.erase(std::unique(w.begin(), w.end()), w.end());
  V u = w;
  u.erase(std::unique(u.begin(), u.end(), std::equal_to<double>()), u.end());
  double t = 0;
  for (double x : w)
    t = t * 0.5 + x * x;
  for (double x : u)
    t = t * 0.5 + x;
  return t;
}
} // namespace by_equality

int main() {
  CHECK_CASE_TWICE(numbers);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(with_vectors);
  CHECK_CASE_TWICE(captured);
  CHECK_CASE_TWICE(by_equality);
  return finish();
}
