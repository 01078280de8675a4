// Checkpointed loops that go through maps, and ask which keys there are.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

struct Point {
  double x, v;
};

BOTH double entries(double x, int n) {
  std::map<std::string, double> m{{"a", x}, {"b", 0.5}, {"c", x * x}};
  double s = 0;
  for (int t = 0; t < n; ++t) {
    s *= 0.9;
    for (auto &[name, value] : m) {
      value = std::sin(value + 0.1 * s) * 0.9;
      s += 0.1 * value;
    }
  }
  return s + m.at("b");
}
BOTH double found(double x, int n) {
  std::map<int, double> m{{1, x}, {4, 0.3}, {6, x * x}};
  double s = x;
  for (int t = 0; t < n; ++t) {
    auto it = m.find(t % 8);
    if (it != m.end()) {
      it->second = std::sin(it->second + s);
      s = 0.9 * s + 0.1 * it->second;
    }
    if (m.count(t % 5))
      s *= 0.99;
  }
  return s + m.at(1);
}
BOTH double hashed(double x, int n) {
  std::unordered_map<int, double> m{{1, x}, {4, 0.3}, {6, x * x}};
  double s = x;
  for (int t = 0; t < n; ++t) {
    for (auto &entry : m)
      entry.second = std::sin(entry.second + s * entry.first);
    s = 0.9 * s + 0.1 * m.at(4) + 0.01 * m.size();
  }
  return s + m.at(1);
}
BOTH double points(double x, int n) {
  std::map<int, Point> m;
  for (int i = 0; i < 3; ++i)
    m[i] = Point{x + i, 0.1 * x};
  for (int t = 0; t < n; ++t)
    for (auto &[key, p] : m) {
      p.v -= 0.01 * std::sin(p.x);
      p.x += 0.01 * p.v;
    }
  double s = 0;
  for (auto &[key, p] : m)
    s += p.x * p.v;
  return s;
}
BOTH double points_by_key(double x, int n) {
  std::map<int, Point> m;
  for (int i = 0; i < 3; ++i)
    m[i] = Point{x + i, 0.1 * x};
  for (int t = 0; t < n; ++t) {
    Point &p = m[t % 3];
    p.v -= 0.01 * std::sin(p.x);
    p.x += 0.01 * p.v;
  }
  double s = 0;
  for (auto &[key, p] : m)
    s += p.x * p.v;
  return s;
}
BOTH double cells(double x, int n) {
  std::map<std::pair<int, int>, double> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      m[{i, j}] = x * i + 0.2 * j;
  for (int t = 0; t < n; ++t)
    for (auto &[at, value] : m) {
      double s = 0;
      int near = 0;
      for (int d = -1; d <= 1; d += 2) {
        auto it = m.find({at.first + d, at.second});
        if (it != m.end()) {
          s += it->second;
          ++near;
        }
      }
      value += 0.1 * (s / near - value) + 0.001 * std::sin(value);
    }
  double r = 0;
  for (auto &[at, value] : m)
    r += value * value;
  return r;
}
BOTH double backwards(double x, int n) {
  std::map<int, double> m;
  for (int i = 0; i < 5; ++i)
    m[i] = x * (i + 1);
  for (int t = 0; t < n; ++t) {
    double carried = 0;
    for (auto it = m.rbegin(); it != m.rend(); ++it) {
      it->second = std::sin(it->second + 0.1 * carried);
      carried = it->second;
    }
  }
  return m.at(0) + m.at(4);
}
BOTH double until_small(double x, int n) {
  std::map<int, double> m{{1, x}, {2, 0.9}, {3, x * x}};
  int steps = 0;
  while (steps < n) {
    double top = 0;
    for (auto &[key, value] : m) {
      value = 0.98 * value + 0.001 * std::cos(value * key);
      top = std::max(top, value);
    }
    ++steps;
    if (top < 0.5)
      break;
  }
  double s = 1 + 0.01 * steps;
  for (auto &[key, value] : m)
    s *= 1 + value;
  return s;
}
// An iterator that steps hand on.
BOTH double round_and_round(double x, int n) {
  std::map<int, double> m{{1, x}, {2, 0.9}, {3, x * x}};
  auto at = m.begin();
  double s = 0;
  for (int t = 0; t < n; ++t) {
    at->second = std::sin(at->second + 0.1 * s);
    s = 0.9 * s + 0.1 * at->second;
    ++at;
    if (at == m.end())
      at = m.begin();
  }
  return s + m.at(1);
}
// These get keys in the loop, or after it, and are recorded.
BOTH double growing(double x, int n) {
  std::map<int, double> m;
  m[0] = x;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    if (t % 20 == 0)
      m[t] = 0.3 * x;
    for (auto &[key, value] : m) {
      value = std::sin(value + 0.1 * s) * 0.9;
      s = 0.9 * s + 0.1 * value;
    }
  }
  return s + m.at(0);
}
BOTH double grown_later(double x, int n) {
  std::map<int, double> m{{1, x}, {2, 0.9}};
  double s = 0;
  for (int t = 0; t < n; ++t)
    for (auto &[key, value] : m) {
      value = std::sin(value + 0.1 * s) * 0.9;
      s = 0.9 * s + 0.1 * value;
    }
  m[3] = s * x;
  for (auto &[key, value] : m)
    s += value;
  return s;
}
// The reference may be one to the map that the loop goes through.
BOTH double by_reference(double x, int n) {
  std::map<int, double> a{{1, x}, {2, 0.9}}, b{{1, x * x}};
  std::map<int, double> &one = x > 0 ? a : b;
  double s = 0;
  for (int t = 0; t < n; ++t)
    for (auto &[key, value] : a) {
      value = std::sin(value + 0.1 * s);
      s = 0.9 * s + 0.1 * value;
    }
  one[7] = s;
  for (auto &[key, value] : a)
    s += value * key;
  return s;
}
static double through(std::map<int, double> &a, std::map<int, double> &b, int n) {
  double s = 0;
  for (int t = 0; t < n; ++t)
    for (auto &[key, value] : a) {
      value = std::sin(value + 0.1 * s);
      s = 0.9 * s + 0.1 * value;
    }
  b[9] = s;
  return s;
}
BOTH double one_map_twice(double x, int n) {
  std::map<int, double> a{{1, x}, {2, 0.9}};
  double s = through(a, a, n);
  for (auto &[key, value] : a)
    s += value * key;
  return s;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(entries, n);
      CHECK_STEPS(found, n);
      CHECK_STEPS(hashed, n);
      CHECK_STEPS(points, n);
      CHECK_STEPS(points_by_key, n);
      CHECK_STEPS(cells, n);
      CHECK_STEPS(backwards, n);
      CHECK_STEPS(until_small, n);
      CHECK_STEPS(round_and_round, n);
      CHECK_STEPS(growing, n);
      CHECK_STEPS(grown_later, n);
      CHECK_STEPS(by_reference, n);
      CHECK_STEPS(one_map_twice, n);
    }
  });
  return finish();
}
