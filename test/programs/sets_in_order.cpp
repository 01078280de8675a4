// std::set and std::multiset of active values, as local variables: in companions they are vectors
// in order.
#include "arrays.h"
#include <iterator>
#include <set>
#include <utility>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double weighed(const double *x, int n) {
  std::multiset<double> all(x, x + n);
  double s = 0, w = 1;
  for (auto it = all.rbegin(); it != all.rend(); ++it) {
    s += *it * *it * w;
    w *= 0.5;
  }
  return s + *all.begin() * double(all.size());
}

// The median of a window that moves.
BOTH double medians(const double *x, int n) {
  std::multiset<double> window;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    window.insert(x[i]);
    if (i >= 3)
      window.erase(window.find(x[i - 3]));
    auto middle = window.begin();
    std::advance(middle, window.size() / 2);
    s += *middle * (i + 1) * x[0];
  }
  return s;
}

// Keys that are there already, another order, bounds, keys that go.
BOTH double keys(const double *x, int n) {
  std::set<double, std::greater<double>> s;
  for (int i = 0; i < n; ++i)
    s.insert(x[i]);
  if (s.insert(x[1]).second)
    return 100;
  double r = double(s.count(x[2])) * x[0];
  if (s.find(x[0] + 100) == s.end())
    r += x[n - 1];
  {
    auto at = s.lower_bound(x[1]);
    r += 3 * *at;
    if (at != s.begin())
      r += 7 * *std::prev(at);
  }
  r += double(s.erase(x[2]));
  s.emplace(x[0] * x[1]);
  s.insert({x[0] + 20, x[1] * 30});
  for (double v : s)
    r = r * 0.9 + v;
  std::set<double, std::greater<double>> copy = s;
  copy.clear();
  return copy.empty() ? r : 0;
}

// An iterator stays with its element while others come before it and go.
BOTH double stays(const double *x, int) {
  std::set<double> s{x[0], x[1]};
  auto last = std::prev(s.end());
  s.insert(x[0] - 5);
  s.erase(s.begin());
  s.insert(x[0] * 0.01);
  return *last * x[2] + *s.begin();
}

// A queue by cost, as in Dijkstra's algorithm.
BOTH double cheapest(const double *x, int n) {
  std::set<std::pair<double, int>> open;
  for (int i = 0; i < n; ++i)
    open.insert({x[i] * x[i], i});
  open.emplace(x[0] + 10, 7);
  open.insert(std::make_pair(x[1] + 0.01, 3));
  double s = 0;
  while (!open.empty()) {
    auto [cost, i] = *open.begin();
    open.erase(open.begin());
    s = s * 0.5 + cost * (i + 1);
  }
  return s;
}

static std::set<double> bounded(std::set<double> s, double most) {
  while (!s.empty() && *s.rbegin() > most)
    s.erase(std::prev(s.end()));
  return s;
}
BOTH double passed(const double *x, int n) {
  std::set<double> all(x, x + n);
  std::set<double> low = bounded(all, 1.0);
  double s = 0;
  for (double v : low)
    s += v * v * x[0];
  return s + double(all.size() - low.size()) * *all.rbegin();
}

int main() {
  CHECK_ARRAY(weighed, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(medians, {0.5, 1.5, 0.75, 0.3, 2.5, 0.1});
  CHECK_ARRAY(keys, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(stays, {0.5, 1.5, 0.75});
  CHECK_ARRAY(cheapest, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(passed, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
