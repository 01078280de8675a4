// Search, order, and iterators that go backwards.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

struct P {
  double key, w;
};

[[ad::differentiate(forward, reverse)]] double f2(const std::vector<double> &v) {
  std::vector<P> p;
  for (double e : v)
    p.push_back({e * v[0], e * e});
  std::sort(p.begin(), p.end(), [](const P &a, const P &b) { return a.key > b.key; });
  double s = 0;
  for (const P &q : p)
    s = s * 0.5 + q.w;
  return s;
}

[[ad::differentiate(forward, reverse)]] double f3(const std::vector<double> &v) {
  std::vector<double> w = v;
  w.erase(std::remove_if(w.begin(), w.end(), [](double x) { return x < 0; }), w.end());
  double s = 0;
  for (auto r = w.rbegin(); r != w.rend(); ++r)
    s = s * *r + 1;
  return s *
         std::accumulate(v.rbegin(), v.rend(), 1.0, [](double a, double b) { return a * 0.5 + b; });
}

[[ad::differentiate(forward, reverse)]] double f6(const std::vector<double> &v) {
  auto it = std::lower_bound(v.begin(), v.end(), 0.6);
  double x = *it;
  auto k = v.end() - it;
  return x * v[k - 1] + std::count(v.begin(), v.end(), 0.5);
}

[[ad::differentiate(forward, reverse)]] double f7(const std::vector<double> &v) {
  std::vector<double> w;
  std::transform(v.begin(), v.end(), std::back_inserter(w), [&](double x) { return x * v[0]; });
  std::vector<double> c(w.rbegin(), w.rend());
  std::sort(c.begin(), c.end(), std::greater<double>());
  std::partial_sum(c.begin(), c.end(), c.begin());
  return c[2] * c[0];
}

[[ad::differentiate(forward, reverse)]] double f8(const std::vector<double> &v) {
  std::vector<int> id(v.size());
  std::iota(id.begin(), id.end(), 0);
  std::sort(id.begin(), id.end(), [&](int a, int b) { return v[a] < v[b]; });
  return v[id[0]] * v[id[0]] + v[id[2]];
}

[[ad::differentiate(forward, reverse)]] double f9(const std::vector<double> &v) {
  auto [lo, hi] = std::minmax_element(v.begin(), v.end());
  double s = *hi - *lo;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> w(v);
    auto p = std::find_if(w.begin(), w.end(), [&](double x) { return x > v[k]; });
    if (p != w.end()) {
      *p *= s;
      s += *p;
    } else
      s *= v[k];
  }
  return s;
}

[[ad::differentiate(forward, reverse)]] double f11(const std::vector<double> &v) {
  double a[4] = {v[0], v[1], v[2], v[0]};
  std::sort(a, a + 4);
  std::reverse(std::begin(a), std::end(a));
  std::rotate(a, a + 1, a + 4);
  return a[0] * a[1] - a[3] * *std::max_element(a, a + 3);
}

int main() {
  CHECK_VECTOR(f2, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f2, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f3, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f3, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f6, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f6, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f7, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f7, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f8, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f8, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f9, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f9, {1.5, 0.75, 2.25});
  CHECK_VECTOR(f11, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f11, {1.5, 0.75, 2.25});
  return finish();
}
