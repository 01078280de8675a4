// Functions that return from inside a loop and throw after it, called in two halves: how often the
// loop ran must be known where it returns.
#include "vectors.h"
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

BOTH double first_above(const V &v, double n) {
  for (double x : v)
    if (x > n)
      return x * x;
  throw std::out_of_range("n");
}
BOTH double annotated(const V &v) { return first_above(v, 0.8) * first_above(v, 0); }

class Table {
  std::vector<std::pair<int, double>> entries;

public:
  explicit Table(const V &v) {
    for (size_t i = 0; i < v.size(); ++i)
      entries.emplace_back(int(i), v[i]);
  }
  BOTH double at(int k) const {
    for (const auto &[i, x] : entries)
      if (i == k)
        return x;
    throw std::out_of_range("k");
  }
};
BOTH double method(const V &v) {
  Table t(v);
  return t.at(0) * t.at(1) + t.at(3) * t.at(3) * t.at(2);
}

BOTH double root(double a, double x) {
  for (int i = 0; i < 50; ++i) {
    const double y = x - (x * x * x - a) / (3 * x * x);
    if (std::abs(y - x) < 1e-15)
      return y;
    x = y;
  }
  throw std::runtime_error("no convergence");
}
BOTH double newton(const V &v) { return root(v[0], 1) * root(v[1], 2); }

struct Rule {
  std::string name;
  double low, high, weight;
};
class Policy {
  std::vector<Rule> rules;

public:
  explicit Policy(std::vector<Rule> r) : rules(std::move(r)) {}
  double fee(const std::string &name, double x) const {
    for (const auto &r : rules) {
      if (r.name != name)
        continue;
      if (x < r.low)
        return r.weight * x;
      const bool middle = x < r.high;
      if (middle)
        return r.weight * r.low + 0.5 * r.weight * (x - r.low);
      return r.weight * r.high;
    }
    throw std::out_of_range("rule " + name);
  }
};
BOTH double several_returns(const V &v) {
  Policy p({{"std", 1, 2, v[0]}, {"vip", 0.5, 1.5, v[1]}});
  return p.fee("std", v[2]) + p.fee("vip", v[3]) * p.fee("std", 1.5 + 0.1 * v[3]);
}

struct Tree {
  int key;
  double weight;
  std::vector<int> kids;
};
static double find(const std::vector<Tree> &t, int at, int key) {
  if (t[at].key == key)
    return t[at].weight * t[at].weight;
  for (int k : t[at].kids)
    if (key >= t[k].key)
      return t[at].weight * find(t, k, key);
  throw std::out_of_range("key");
}
BOTH double recursive(const V &v) {
  std::vector<Tree> t{{1, v[0], {2, 1}}, {3, v[1], {}}, {7, v[2], {3}}, {9, v[3], {}}};
  return find(t, 0, 9) + find(t, 0, 3) * find(t, 0, 7);
}

struct Cell {
  int id;
  double v;
  int k;
};
static double number(const std::vector<Cell> &cells, int n) {
  for (const auto &c : cells) {
    if (c.id == n)
      switch (c.k) {
      case 0:
        return c.v;
      case 1:
        return c.v * c.v;
      default:
        return 3;
      }
  }
  std::abort();
}
BOTH double by_switch(const V &v) {
  std::vector<Cell> c;
  c.push_back({0, v[1], 1});
  c.push_back({1, v[0], 0});
  return number(c, 1) * number(c, 0);
}

// A loop inside of a loop, of which the inner one returns.
BOTH double in_rows(const V &v, double n) {
  double s = 0;
  for (size_t i = 0; i < v.size(); ++i)
    for (size_t j = 0; j <= i; ++j) {
      s += v[i] * v[j];
      if (s > n)
        return s * v[j] * v[i];
    }
  __builtin_unreachable();
}
BOTH double nested(const V &v) { return in_rows(v, 0.3) * in_rows(v, 1.5); }

// It never ends but by returning.
BOTH double halved(double x) {
  for (;;) {
    x = 0.5 * x * std::cos(x);
    if (std::fabs(x) < 0.05)
      return x * x;
  }
}
BOTH double for_ever(const V &v) { return halved(v[0]) + halved(v[1]) * halved(v[2]); }

int main() {
  CHECK_VECTOR(annotated, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(method, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(newton, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(several_returns, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(recursive, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(by_switch, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(nested, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(for_ever, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
