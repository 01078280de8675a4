// Vectors in maps that change their size in calls.
#include "vectors.h"
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using V = std::vector<double>;

namespace {
void fill(V &v, double x, int more) {
  if (more == 0)
    return;
  v.push_back(x);
  fill(v, x * x, more - 1);
}
void drop(V &v, double x, int more) {
  if (more == 0) {
    v.pop_back();
    return;
  }
  v[0] *= x;
  drop(v, x, more - 1);
  if (x > 1)
    v.clear();
}
} // namespace

namespace map_fill {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> g;
  for (int i = 0; i < 4; ++i)
    fill(g[i % 3], v[i], 2);
  double s = 0;
  for (auto &[k, w] : g)
    for (double x : w)
      s = 0.7 * s + x * k;
  return s;
}
} // namespace map_fill

namespace map_fill_drop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, V> g;
  for (int i = 0; i < 4; ++i) {
    fill(g[i % 3], v[i], 2 + i % 2);
    if (i > 1)
      drop(g.at(0), v[i], 1);
  }
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    for (double x : g[k])
      s = 0.7 * s + x * k;
    if (k == 1)
      g[k].clear();
  }
  for (double x : g[1])
    s += x;
  return s;
}
} // namespace map_fill_drop

namespace map_struct {
struct G {
  V a;
  double t;
};
void add(G &g, double x, int n) {
  if (n == 0) {
    g.t += x;
    return;
  }
  g.a.push_back(x * g.t);
  add(g, x, n - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, G> g;
  for (int i = 0; i < 4; ++i)
    add(g[i % 2 ? "a" : "b"], v[i], i);
  double s = 0;
  for (auto &[k, w] : g) {
    for (double x : w.a)
      s = 0.7 * s + x;
    s *= w.t;
  }
  return s;
}
} // namespace map_struct

namespace map_erase_after {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> g;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    fill(g[i % 2], v[i], 2);
    if (i == 2) {
      for (double x : g[0])
        s += x;
      g.erase(0);
    }
  }
  for (auto &[k, w] : g)
    for (double x : w)
      s = 0.7 * s + x * x;
  return s;
}
} // namespace map_erase_after

namespace map_ref {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> g;
  V &r = g[5];
  fill(r, v[0], 2);
  fill(g[6], v[1], 3);
  drop(r, v[2], 2);
  fill(r, v[3], 1);
  double s = 0;
  for (auto &[k, w] : g)
    for (double x : w)
      s = 0.7 * s + x * x;
  return s;
}
} // namespace map_ref

int main() {
  CHECK_CASE_TWICE(map_fill);
  CHECK_CASE_TWICE(map_fill_drop);
  CHECK_CASE_TWICE(map_struct);
  CHECK_CASE_TWICE(map_erase_after);
  CHECK_CASE_TWICE(map_ref);
  return finish();
}
