// Structured bindings that are references into maps and tuples, and std::exchange: what is written
// through them is written to the whole.
#include "vectors.h"
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace entries {
AD_MODES double f(const V &x) {
  std::map<int, double> m;
  for (int i = 0; i < 6; ++i)
    m[i % 4] += x[i];
  double s = 0;
  for (auto &[key, value] : m) {
    value *= x[key];
    s += value * key;
  }
  for (const auto &[key, value] : m)
    s += value * value * key;
  for (auto [key, value] : m) {
    value *= 2; // of a copy
    s += value * key;
  }
  return s * m[1];
}
} // namespace entries

namespace found {
AD_MODES double f(const V &x) {
  std::unordered_map<int, double> m;
  for (int i = 0; i < 6; ++i)
    m[i % 4] += x[i];
  double s = 0;
  if (auto at = m.find(2); at != m.end()) {
    auto &[key, value] = *at;
    value *= value;
    s += x[key];
  }
  auto [first, fresh] = m.insert({7, x[0]});
  s += first->second * (fresh ? 2 : 3);
  auto [second, fresher] = m.emplace(2, x[1]);
  second->second += s;
  s += fresher ? 1 : x[5];
  return s + m[2] * m.at(7);
}
} // namespace found

namespace parts {
AD_MODES double f(const V &x) {
  std::tuple<double, int, double> t(x[0], 2, x[1] * x[2]);
  auto &[a, k, b] = t;
  a *= b;
  b += x[k];
  k = 3;
  const auto &[c, l, d] = t;
  double s = c * d * x[l];
  auto [e, m, g] = t;
  e = 0; // of a copy
  s += e + g * m;
  auto &&[p, q] = std::pair<double, double>(x[3], x[4]);
  p *= q;
  s += p;
  std::get<0>(t) += s;
  return s * a * std::get<2>(t);
}
} // namespace parts

namespace exchanged {
AD_MODES double f(const V &x) {
  double a = x[0], b = x[1], s = 0;
  V v(x);
  for (int i = 0; i < 6; ++i) {
    a = std::exchange(b, a * x[i] + b);
    s += std::exchange(v[i], a) * v[(i + 1) % 6];
  }
  const V w = std::exchange(v, V(2, x[2]));
  for (double d : w)
    s += d * v[0];
  int k = 2;
  s += x[std::exchange(k, 3)] * x[k];
  return s * b;
}
} // namespace exchanged

int main() {
  CHECK_CASE(entries, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(found, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(parts, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(exchanged, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  return finish();
}
