// Vectors in maps, found by keys that are arrays, elements of vectors, values of other maps.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace arraykey {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::array<int, 2>, V> m;
  m[{1, 2}].push_back(v[0]);
  m[{1, 2}].push_back(v[1]);
  std::array<int, 2> k{1, 3};
  m[k].push_back(v[2] * v[3]);
  return m[{1, 2}][0] * m[{1, 2}][1] + m[k][0];
}
} // namespace arraykey

namespace names {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::string> names{{0, "a"}};
  std::map<std::string, V> g;
  g[names[0]].push_back(v[0]);
  g[names[0]].push_back(v[1]);
  return g["a"][0] * g["a"][1];
}
} // namespace names

namespace vkeys {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, V> g;
  std::vector<std::string> k{"a", "b", "a"};
  for (int i = 0; i < 3; i++)
    g[k[i]].push_back(v[i]);
  double s = 0;
  for (auto &[n, l] : g)
    for (double x : l)
      s = s * v[3] + x * n.size();
  return s;
}
} // namespace vkeys

namespace erased {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, V> m;
  std::vector<std::string> k{"a", "b", "a"};
  double s = 0;
  for (auto &q : k) {
    auto &l = m[q];
    if (l.empty())
      l.push_back(v[0] * (s + 1));
    else {
      s += l.front();
      l.erase(l.begin());
      l.push_back(s * v[1]);
    }
  }
  return s + m["a"][0];
}
} // namespace erased

int main() {
  CHECK_CASE_TWICE(arraykey);
  CHECK_CASE_TWICE(names);
  CHECK_CASE_TWICE(vkeys);
  CHECK_CASE_TWICE(erased);
  return finish();
}
