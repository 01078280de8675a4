// insert, erase, assign; vectors of vectors that lose rows.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

[[ad::differentiate(forward, reverse)]] double f1(const std::vector<double> &v) {
  std::vector<double> w = v;
  w.insert(w.begin() + 1, v[0] * v[1]);
  w.erase(w.begin());
  w.insert(w.end(), v.begin(), v.end());
  return w[0] * w[1] + w[2] * w.back();
}

[[ad::differentiate(forward, reverse)]] double f4(const std::vector<double> &v) {
  std::vector<std::vector<double>> g;
  for (int i = 0; i < 3; ++i) {
    g.resize(i + 1);
    g[i].assign(v.begin(), v.begin() + i + 1);
  }
  g.erase(g.begin());
  g.pop_back();
  g.insert(g.begin(), std::vector<double>{v[2]});
  double s = 0;
  for (auto &r : g)
    for (double e : r)
      s += e * e * (s + 1);
  g.clear();
  return s;
}

[[ad::differentiate(forward, reverse)]] double f5(const std::vector<double> &v) {
  std::vector<std::vector<double>> a{{v[0]}, {v[1], v[2]}}, b;
  b = a;
  b[1][0] *= v[0];
  a = {{v[2], v[0]}};
  double s = 0;
  for (auto &r : a)
    for (double e : r)
      s += e * e;
  for (auto &r : b)
    for (double e : r)
      s += e * e * e;
  return s;
}

int main() {
  CHECK_VECTOR(f1, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f1, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f4, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f4, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f5, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f5, {1.5, 0.75, 2.25});
  return finish();
}
