// Maps whose keys are floating numbers: curves, tables. Keys carry no derivatives.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;
namespace curve {
BOTH double f(const V &v) {
  std::map<double, double> curve;
  for (size_t i = 0; i < v.size(); ++i)
    curve[0.5 * (i + 1)] = v[i];
  double sum = 0;
  for (double t = 0.3; t < 2; t += 0.4) {
    auto hi = curve.lower_bound(t);
    if (hi == curve.begin()) {
      sum += hi->second * t;
      continue;
    }
    if (hi == curve.end()) {
      sum += curve.rbegin()->second;
      continue;
    }
    auto lo = std::prev(hi);
    double w = (t - lo->first) / (hi->first - lo->first);
    double r = lo->second * (1 - w) + hi->second * w;
    sum += std::exp(-r * t);
  }
  for (const auto &[time, rate] : curve)
    sum += std::exp(-rate * time);
  return sum;
}
} // namespace curve
namespace active_lookup {
struct Table {
  std::map<double, double> at;
  void add(double t [[ad::constant]], double r) { at.emplace(t, r); }
  double operator()(double x) const {
    auto hi = at.upper_bound(x);
    if (hi == at.end())
      return at.rbegin()->second * x;
    if (hi == at.begin())
      return hi->second;
    auto lo = hi;
    --lo;
    return lo->second + (hi->second - lo->second) * (x - lo->first) / (hi->first - lo->first);
  }
};
BOTH double f(const V &v) {
  Table t;
  for (int i = 0; i < 6; ++i)
    t.add(-1 + 0.5 * i, std::sin(v[i % v.size()] + i));
  double s = 0;
  for (double x : v)
    s += t(x) * t(x * 0.5);
  return s;
}
} // namespace active_lookup
// Keys may be read by functions, and come from parameters without derivatives.
namespace passed {
[[ad::differentiate(forward, reverse)]] double discount(const std::map<double, double> &rates,
                                                        [[ad::constant]] double shift, double x) {
  double sum = 0;
  std::for_each(rates.begin(), rates.end(),
                [&](const auto &e) { sum += std::exp(-e.second * (e.first + shift)) * x; });
  auto add = [&](const std::pair<const double, double> &e) { sum += e.first * e.second; };
  for (const auto &e : rates)
    add(e);
  return sum;
}
BOTH double f(const V &v) {
  std::map<double, double> rates;
  for (size_t i = 0; i < v.size(); ++i)
    rates[std::sqrt(1.0 + i)] = v[i] * v[0];
  return discount(rates, 0.25, v[1]) + discount(rates, -0.5, rates.at(1));
}
} // namespace passed

namespace kinds {
BOTH double f(const V &v) {
  std::map<double, double> a{{0.5, v[0]}, {1.5, v[1] * v[2]}};
  a.insert({2.5, v[3]});
  a.insert(std::make_pair(0.5, v[2]));
  a.try_emplace(3.5, v[1]);
  a.insert_or_assign(2.5, v[0] * v[3]);
  std::unordered_map<float, double> b;
  b[1.5f] = v[2];
  b[2.5f] += v[1];
  double s = 0;
  for (auto &e : a) {
    e.second *= e.first;
    s += e.second * e.second;
  }
  for (auto it = b.begin(); it != b.end(); ++it)
    s += it->second * it->first;
  std::map<double, double> c = a;
  c.erase(1.5);
  c[0.5] += v[0];
  auto p = *c.begin();
  s += p.first * p.second + double(c.count(1.5)) + c.at(2.5) * a.at(1.5);
  std::vector<std::pair<double, double>> pairs{{1, v[0]}, {2, v[1]}};
  std::map<double, std::vector<double>> d;
  d[0.25].push_back(v[3]);
  d[0.25].push_back(v[2]);
  for (auto &[k, x] : d)
    for (double y : x)
      s += k * y * y;
  return s;
}
} // namespace kinds
int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(curve);
  CHECK_CASE_TWICE(active_lookup);
  CHECK_CASE_TWICE(passed);
  CHECK_CASE_TWICE(kinds);
  return finish();
}
