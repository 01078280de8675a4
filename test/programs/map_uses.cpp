// Maps in algorithms, behind references and iterators, of every kind of key; tables of constants.
#include "vectors.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>

namespace algorithms {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m{{0, x[0]}, {1, x[1]}, {2, x[2]}};
  double s = std::accumulate(m.begin(), m.end(), 0.0, [](double sum, const auto &kv) {
    return sum + kv.second * kv.second;
  });
  std::for_each(m.begin(), m.end(), [&](auto &kv) { kv.second *= s; });
  return s * m[0] * m[2];
}
} // namespace algorithms

namespace interpolation {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m{{0, x[0]}, {10, x[1]}, {20, x[2]}};
  double s = 0;
  for (int at : {3, 13, 17}) {
    auto hi = m.lower_bound(at);
    auto lo = std::prev(hi);
    double t = double(at - lo->first) / (hi->first - lo->first);
    s += (lo->second * (1 - t) + t * hi->second) * hi->second;
  }
  return s;
}
} // namespace interpolation

namespace keys {
enum class Kind { A, B, C };
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<std::pair<int, int>, double> grid;
  grid[{0, 0}] = x[0];
  for (int i = 1; i < 4; ++i)
    grid[{i, i}] = grid[{i - 1, i - 1}] * x[1] + x[2];
  std::unordered_map<Kind, double> kinds;
  kinds[Kind::A] = grid.at(std::make_pair(2, 2));
  std::unordered_map<Kind, double>::iterator it;
  it = kinds.find(Kind::A);
  it->second *= 2;
  std::map<char, double, std::greater<char>> letters;
  for (char c : {'a', 'b', 'a'})
    letters[c] += kinds[Kind::A] * x[0] + kinds[Kind::B];
  return grid[{3, 3}] * letters.begin()->second * (*letters.find('a')).second;
}
} // namespace keys

namespace hashes { // of the user's own
struct Hash {
  std::size_t operator()(const std::pair<int, int> &p) const { return p.first * 31 + p.second; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::unordered_map<std::pair<int, int>, double, Hash> m;
  m[{0, 1}] = x[0];
  m[{1, 1}] = x[1] * x[2];
  double s = 0;
  for (auto &[k, v] : m)
    s += v * v * (k.first + 1);
  auto it = m.find({1, 1});
  if (it != m.end())
    s *= it->second;
  return s;
}
} // namespace hashes

namespace references {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m, other{{1, x[2]}};
  double *p = &m[0];
  double &r = m[1];
  *p = x[0];
  r = x[1] * *p;
  m[2] = r * x[2];
  *p *= m[2];
  double before = r;
  std::swap(m, other); // r goes along
  other[1] *= x[0];
  m[1] *= r;
  auto [it, fresh] = m.try_emplace(7, x[0]);
  if (fresh)
    it->second *= x[1];
  auto again = m.insert({7, x[2]});
  if (!again.second)
    again.first->second += x[2];
  return *p * r + other[0] * before + m[1] + m[7];
}
} // namespace references

namespace constants {
static const std::map<std::string, double> factors{{"a", 2.5}, {"b", -1.5}};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  const std::unordered_map<int, double> local{{0, 0.5}, {1, 1.5}};
  std::map<int, std::string> names{{0, "a"}, {1, "b"}};
  double s = 0;
  for (const auto &[i, name] : names)
    s += factors.at(name) * local.at(i) * x[i] * x[i];
  for (const auto &[k, v] : factors)
    s *= v * x[2];
  return s;
}
} // namespace constants

namespace lambdas {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<std::string, double> m;
  auto put = [&](const std::string &k, double v) { m[k] += v; };
  put("a", x[0]);
  put("b", x[1] * x[0]);
  put("a", x[2]);
  auto get = [&m](const char *k) { return m.count(k) ? m.at(k) : 0.0; };
  return get("a") * get("b") + get("c");
}
} // namespace lambdas

namespace structs {
struct State {
  std::map<int, double> m;
  double b = 0;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  State s;
  s.m[0] = x[0];
  s.b = x[1];
  State t = s;
  t.m[0] *= x[2];
  t.b *= t.m[0];
  s = t;
  return s.m[0] * s.b + t.b;
}
} // namespace structs

namespace annotated { // a callee with companions of its own changes the keys
using Map = std::map<int, double>;
[[ad::differentiate(forward, reverse)]]
void step(Map &m, double x) {
  m[static_cast<int>(m.size())] = m[0] * x;
  m[0] *= x;
  if (m.size() > 3)
    m.erase(1);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Map m{{0, x[0]}};
  for (double each : x)
    step(m, each);
  double s = 0;
  for (auto &[k, v] : m)
    s += v * v;
  return s;
}
} // namespace annotated

[[ad::differentiate(reverse)]]
double marked([[ad::constant]] const std::map<int, double> &m, double x) {
  return m.at(1) * x * x;
}

using Series = std::map<std::string, std::vector<double>>;
[[ad::differentiate(forward, reverse)]]
double series(Series &d) { // vectors that keep their sizes
  double s = 1;
  for (auto &[k, v] : d)
    for (double &e : v) {
      e *= e;
      s *= e;
    }
  d.find("a")->second[0] *= s;
  return s + d.at("a")[0] * d.at("b").back();
}

[[ad::differentiate(forward, reverse)]]
void replaced(std::map<int, double> &m, double &r) { // r may be an element of m
  m[5] = r * m[1];
  r *= m[5];
  m.erase(2);
  m[2] = r;
}

int main() {
  CHECK_CASE(algorithms, {0.5, 1.5, -0.75});
  CHECK_CASE(interpolation, {0.5, 1.5, -0.75});
  CHECK_CASE(keys, {0.5, 1.5, -0.75});
  CHECK_CASE(hashes, {0.5, 1.5, -0.75});
  CHECK_CASE(references, {0.5, 1.5, -0.75});
  CHECK_CASE(constants, {0.5, 1.5, -0.75});
  CHECK_CASE(lambdas, {0.5, 1.5, -0.75});
  CHECK_CASE(structs, {0.5, 1.5, -0.75});
  CHECK_CASE(annotated, {0.5, 1.5, -0.75, 1.25});
  auto make = [](In x) { return Series{{"a", {x[0], x[1]}}, {"b", {x[2]}}}; };
  check(
      {0.5, 1.5, -0.75}, 1,
      [=](In x, Out y) {
        Series d = make(x);
        y[0] = series(d);
      },
      AD([=](In x, In x_dot, Out y, Out y_dot) {
        Series d = make(x), d_dot = make(x_dot);
        y[0] = series_forward(d, d_dot, y_dot[0]);
      }),
      AD([=](In x, Out x_bar, Out y, In y_bar) {
        Series d = make(x), bar;
        y[0] = series_reverse(d, bar, y_bar[0]);
        x_bar[0] += bar["a"][0], x_bar[1] += bar["a"][1], x_bar[2] += bar["b"][0];
      }));
  using Map = std::map<int, double>;
  check(
      {0.5, 1.5}, 3,
      [](In x, Out y) {
        Map m{{1, x[0]}, {2, x[1]}};
        replaced(m, m[1]);
        y[0] = m[1], y[1] = m[2], y[2] = m[5];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Map m{{1, x[0]}, {2, x[1]}}, m_dot{{1, x_dot[0]}, {2, x_dot[1]}};
        replaced_forward(m, m_dot, m[1], m_dot[1]);
        y[0] = m[1], y[1] = m[2], y[2] = m[5];
        y_dot[0] = m_dot[1], y_dot[1] = m_dot[2], y_dot[2] = m_dot[5];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Map m{{1, x[0]}, {2, x[1]}}, m_bar{{1, y_bar[0]}, {2, y_bar[1]}, {5, y_bar[2]}};
        replaced_reverse(m, m_bar, m[1], m_bar[1]);
        y[0] = m[1], y[1] = m[2], y[2] = m[5];
        x_bar[0] += m_bar.at(1), x_bar[1] += m_bar.at(2);
        expect("keys on entry", m_bar.size(), 2);
      }));
#ifndef NO_AD
  double x_bar = 0;
  expect("a map of constants", marked_reverse({{1, 3.0}}, 2, x_bar), 12);
  expect("its use", x_bar, 12);
#endif
  return finish();
}
