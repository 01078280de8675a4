// Elements of containers with constant members.
#include "vectors.h"
#include <cmath>
#include <map>
#include <vector>

using V = std::vector<double>;

namespace const_int {
struct K {
  double s;
  const int k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<K> ks;
  ks.push_back(K{v[0], 2});
  ks.push_back({v[2], 3});
  double r = 0;
  for (auto &k : ks)
    r += k.s * k.k;
  return r;
}
} // namespace const_int

namespace const_in_map {
struct Cf {
  const int t;
  double a;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, Cf> c;
  for (int i = 0; i < 4; ++i)
    c.emplace(i, Cf{i, v[i]});
  double s = 0;
  for (const auto &[k, x] : c)
    s += x.a * std::exp(-v[0] * x.t);
  return s;
}
} // namespace const_in_map

int main() {
  CHECK_CASE_TWICE(const_int);
  CHECK_CASE_TWICE(const_in_map);
  return finish();
}
