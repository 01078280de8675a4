// Pairs of a value and a function, alone and in vectors.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace pairs {
BOTH double f(const V &v) {
  std::vector<std::pair<std::string, std::function<double(double)>>> p{
      {"sq", [](double x) { return x * x; }}, {"lin", [&](double x) { return x * v[2]; }}};
  p.emplace_back("sin", [](double x) { return std::sin(x); });
  double s = 0;
  for (const auto &[n, g] : p)
    s += g(v[3]) * n.size();
  for (auto &e : p)
    s += e.second(v[0]);
  return s;
}
} // namespace pairs

namespace pairs_num {
BOTH double f(const V &v) {
  std::vector<std::pair<double, std::function<double(double)>>> p;
  p.push_back({v[0], [](double x) { return x * x; }});
  p.push_back(std::make_pair(v[1], [&](double x) { return x * v[2]; }));
  double s = 0;
  for (const auto &[w, g] : p)
    s += w * g(v[3]);
  return s;
}
} // namespace pairs_num

namespace pair_local {
BOTH double f(const V &v) {
  auto p = std::make_pair(v[0], [&](double x) { return x * v[1]; });
  std::pair<std::string, std::function<double(double)>> q{"abc", [](double x) { return x * x; }};
  q.second = [k = v[2]](double x) { return k + x; };
  auto [w, g] = p;
  return p.first * p.second(v[3]) + q.second(w) * q.first.size() + g(v[0]);
}
} // namespace pair_local

namespace pair_member {
class Bus {
  std::vector<std::pair<int, std::function<void(double)>>> hs;

public:
  void on(int id, std::function<void(double)> h) { hs.emplace_back(id, std::move(h)); }
  void fire(int id, double x) {
    for (auto &[i, h] : hs)
      if (i == id)
        h(x);
  }
};
BOTH double f(const V &v) {
  Bus b;
  double a = 0, c = 1;
  b.on(1, [&a](double x) { a += x * x; });
  b.on(2, [&c](double x) { c *= x; });
  b.on(1, [&](double x) { a += c * x; });
  for (int i = 0; i < 4; ++i)
    b.fire(1 + i % 2, v[i]);
  return a * c;
}
} // namespace pair_member

namespace references {
using Weighted = std::pair<double, std::function<double(double)>>;
BOTH double f(const V &v) {
  Weighted p{v[0], [](double x) { return x * x; }}, q{v[1], [](double x) { return std::sin(x); }};
  p.second = q.second;
  auto &[weight, g] = q;
  const auto &[again, h] = q;
  auto [before, kept] = q;
  q.second = [](double x) { return x * x * x; };
  weight *= 2;
  double sum = p.first * p.second(v[2]) + weight * g(v[3]) + again * h(v[0]) + before * kept(v[1]);
  g = [&](double x) { return x * v[2]; };
  return sum * q.second(v[3]);
}
} // namespace references

int main() {
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(pairs_num);
  CHECK_CASE_TWICE(pair_local);
  CHECK_CASE_TWICE(pair_member);
  CHECK_CASE_TWICE(references);
  return finish();
}
