// Local maps: filled, looked up, changed, looped over; in loops, branches and inner scopes.
#include "vectors.h"
#include <array>
#include <map>
#include <string>
#include <unordered_map>

namespace bins { // a sum for each key
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> sums;
  for (std::size_t i = 0; i < x.size(); ++i)
    sums[static_cast<int>(i % 3)] += x[i] * x[i];
  double s = 0;
  for (const auto &[key, sum] : sums)
    s += (key + 1) * sum * sum;
  return s + static_cast<double>(sums.size());
}
} // namespace bins

namespace names { // strings as keys, from a list
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::unordered_map<std::string, double> p{{"a", x[0]}, {"b", 2.5}};
  p["c"] = x[1] * x[2];
  p["a"] *= p["c"];
  std::string last = "d";
  p[last] = p.at("a") * p.at("b");
  double s = 0;
  for (const auto &entry : p)
    if (entry.first != "b")
      s += entry.second * entry.second;
  return s + p["missing"];
}
} // namespace names

namespace memo { // values that are computed once
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::unordered_map<int, double> known;
  double s = 0;
  for (int i = 0; i < 12; ++i) {
    int key = (i * 5) % static_cast<int>(x.size());
    auto it = known.find(key);
    if (it != known.end()) {
      s += it->second * x[0];
      continue;
    }
    double v = std::sin(x[key]) * s + x[key];
    known.emplace(key, v);
    s += v;
  }
  if (known.count(1) && !known.count(77))
    s *= known.at(1);
  return s;
}
} // namespace memo

namespace changed { // elements erased and made again, cleared, inserted twice
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m;
  m.insert({1, x[0]});
  m.insert({1, x[1]}); // is there already
  m.insert(std::make_pair(2, x[1] * x[2]));
  m.try_emplace(3, x[2]);
  m.insert_or_assign(3, x[2] * x[3]);
  double s = m[1] * m[2] * m[3];
  if (m.insert({4, s}).second)
    s += m.at(4) * m.at(4);
  m.erase(2);
  s += m[2] + m.size(); // 0, anew
  m[2] = s * x[0];
  s *= m[2];
  double kept = m[1] * x[3];
  m.clear();
  m[1] = kept * s;
  for (auto it = m.begin(); it != m.end(); ++it)
    it->second *= x[1];
  return m[1] + s;
}
} // namespace changed

namespace erasing { // while it is walked
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    m[i] = x[i] * x[i];
  double s = 0;
  for (auto it = m.begin(); it != m.end();) {
    if (it->first % 2 == 1) {
      s += it->second;
      it = m.erase(it);
    } else {
      it->second *= x[1];
      ++it;
    }
  }
  for (auto &[k, v] : m) {
    v += s;
    s *= v;
  }
  return s;
}
} // namespace erasing

namespace scopes { // one for each iteration, of a branch
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::map<int, double> m;
    for (std::size_t j = 0; j <= i; ++j)
      m[static_cast<int>(j % 2)] += x[j] * s;
    if (i % 2) {
      std::unordered_map<int, double> inner;
      for (auto &[k, v] : m)
        inner[k + 1] = v * v;
      s += inner[1] * inner[2];
    }
    s += m[0];
  }
  return s;
}
} // namespace scopes

namespace overwritten { // in place, again and again: versions are recorded
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<std::string, double> state{{"p", x[0]}, {"v", x[1]}};
  for (int step = 0; step < 5; ++step) {
    state["v"] -= 0.1 * state["p"] * state["p"] * x[2];
    state["p"] += 0.1 * state["v"];
  }
  return state["p"] * state["v"];
}
} // namespace overwritten

namespace early { // breaks and returns
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m;
  for (std::size_t i = 0; i < x.size(); ++i) {
    m[static_cast<int>(i)] = x[i] * x[0];
    if (m.size() > 2 && m.at(0) > 0.2)
      break;
  }
  for (const auto &[k, v] : m) {
    if (k == 1 && v < 0)
      return v * x[1] * m[0];
    if (v > 5)
      continue;
    m[0] += v;
  }
  auto found = m.find(0);
  if (found == m.end() || found->second < -100)
    return 0;
  return found->second * x[1];
}
} // namespace early

namespace copies { // whole maps: copied, assigned, swapped, moved
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> a{{0, x[0]}, {1, x[1]}}, none;
  std::map<int, double> b = a, c(a);
  b[0] *= x[2];
  c[5] = b[0] * b[1];
  a = c;
  a[0] += a[5];
  double s = 0;
  for (auto [k, v] : a)
    s += v * v * (k + 1);
  std::swap(a, b);
  s += a[0] * b[0];
  a.swap(c);
  s *= a[5] + c[1];
  b = std::move(a);
  s += b[5] * b[0];
  b = none;
  b[3] = s;
  return b[3] * s + (b.empty() ? 1 : 2);
}
} // namespace copies

namespace records { // of records, of arrays, of maps
struct Body {
  double mass = 0;
  std::array<double, 2> at{};
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, Body> bodies;
  for (int i = 0; i < 3; ++i) {
    Body &b = bodies[i];
    b.mass = x[i];
    b.at[0] = x[i] * x[0];
    b.at[1] = 1 + i;
  }
  std::map<std::string, std::map<int, double>> table;
  table["row"][1] = x[1];
  table["row"][2] = bodies[1].mass * x[2];
  table["other"][1] = table["row"][2] * x[0];
  double s = 0;
  for (const auto &[name, row] : table)
    for (const auto &[k, v] : row)
      s += v * v * k;
  for (const auto &[k, b] : bodies)
    s += b.mass * b.at[0] * b.at[1];
  Body copy = bodies.at(2);
  copy.mass *= s;
  return s + copy.mass * copy.at[0];
}
} // namespace records

int main() {
  CHECK_CASE(bins, {0.5, 1.5, -0.75, 0.3, 1.1});
  CHECK_CASE(bins, {0.5});
  CHECK_CASE(names, {0.5, 1.5, -0.75});
  CHECK_CASE(memo, {0.5, 1.5, -0.75, 0.3});
  CHECK_CASE(changed, {0.5, 1.5, -0.75, 0.3});
  CHECK_CASE(erasing, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_CASE(scopes, {0.5, 1.5, -0.75, 0.3, 0.2});
  CHECK_CASE(overwritten, {0.5, 1.5, -0.75});
  CHECK_CASE(early, {0.5, 1.5, -0.75, 0.3});
  CHECK_CASE(early, {0.1, 1.5, -0.75, 0.3});
  CHECK_CASE(early, {0.1, -1.5, -0.75, 0.3});
  CHECK_CASE(copies, {0.5, 1.5, -0.75});
  CHECK_CASE(records, {0.5, 1.5, -0.75});
  return finish();
}
