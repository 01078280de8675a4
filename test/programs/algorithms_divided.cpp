// Algorithms that search by a comparison, divide, merge, and sort what is no number.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace searched {
struct Knot {
  double t, v;
};
BOTH double f(const std::vector<double> &x) {
  std::vector<Knot> knots;
  for (int i = 0; i < 4; ++i)
    knots.push_back({i * 0.4, x[i]});
  auto before = [](const Knot &a, double t) { return a.t < t; };
  double s = 0;
  for (double at : x) {
    auto it = std::lower_bound(knots.begin(), knots.end(), at, before);
    if (it == knots.begin() || it == knots.end())
      continue;
    auto lo = it - 1;
    const double w = (at - lo->t) / (it->t - lo->t);
    s += lo->v * (1 - w) + it->v * w;
  }
  auto after = std::upper_bound(knots.begin(), knots.end(), 0.5,
                                [](double t, const Knot &a) { return t < a.t; });
  return s * after->v;
}
} // namespace searched

namespace ordered {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v = x;
  double s = std::is_sorted(v.begin(), v.end()) ? 1 : 2;
  std::sort(v.begin(), v.end(), std::greater<>());
  if (std::is_sorted(v.begin(), v.end(), std::greater<double>()))
    s *= v[0] * v[1];
  if (std::binary_search(v.begin(), v.end(), x[1], std::greater<>()))
    s += v[2];
  std::sort(v.rbegin(), v.rend());
  s += v[0] * v[0];
  std::sort(v.rbegin(), v.rend(), std::greater<>());
  return s + (std::binary_search(v.begin(), v.end(), x[0]) ? v[0] * v[2] : 0);
}
} // namespace ordered

namespace pairs {
BOTH double f(const std::vector<double> &x) {
  std::vector<std::pair<double, int>> p;
  std::vector<std::tuple<int, double>> t;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    p.emplace_back(x[i], i);
    t.emplace_back(i % 2, x[i] * x[i]);
  }
  std::sort(p.begin(), p.end());
  std::sort(t.rbegin(), t.rend());
  std::stable_sort(p.rbegin(), p.rend(),
                   [](const auto &a, const auto &b) { return a.second % 2 < b.second % 2; });
  double s = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    s = 0.5 * s + p[i].first * (i + 1) * x[p[i].second] + std::get<1>(t[i]) * p[0].first;
  return s;
}
} // namespace pairs

namespace divided {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v = x, w = x;
  auto big = [](double a) { return a > 0.7; };
  auto mid = std::partition(v.begin(), v.end(), big);
  double s = 1;
  for (auto it = v.begin(); it != mid; ++it)
    s = s * *it + 1;
  for (auto it = mid; it != v.end(); ++it)
    s += *it * s;
  auto rest = std::stable_partition(w.begin(), w.end(), big);
  for (double a : w)
    s = 0.5 * s + a;
  return s * *rest * *std::partition_point(w.begin(), w.end(), big);
}
} // namespace divided

namespace merged {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> a(x.begin(), x.begin() + 2), b(x.begin() + 2, x.end()), c, d(x.size());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  std::merge(a.begin(), a.end(), b.begin(), b.end(), d.begin());
  double s = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    s = s * 0.7 + c[i] * d[i] * (i + 1);
  std::for_each_n(d.begin(), 2, [](double &e) { e *= e; });
  std::generate_n(c.begin(), 2, [&] { return s *= 0.5; });
  return s + d[0] * d[1] + c[0] * c[1];
}
} // namespace merged

int main() {
  CHECK_CASE(searched, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(ordered, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(pairs, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(divided, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(merged, {0.5, 1.5, 0.75, 0.3, 1.1});
  return finish();
}
