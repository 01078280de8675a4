// Maps that are filled from lists and arrays of pairs: by constructors, and by insert.
#include "vectors.h"
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace parameters {
class Params {
  std::map<std::string, double> values_;

public:
  Params(std::initializer_list<std::pair<const std::string, double>> list) : values_(list) {}
  double get(const std::string &key, double other = 0) const {
    auto found = values_.find(key);
    return found == values_.end() ? other : found->second;
  }
  Params &set(const std::string &key, double value) {
    values_[key] = value;
    return *this;
  }
  Params scaled(double k) const {
    Params made(*this);
    for (auto &[key, value] : made.values_)
      value *= k;
    return made;
  }
};

static double rate(const Params &p, double t) {
  return p.get("A", 1) * std::exp(-p.get("E") / t) * p.get("n", t);
}

BOTH double f(const V &v) {
  Params p{{"A", v[0]}, {"E", v[1]}, {"A", v[3]}};
  const double before = rate(p, 1 + v[2]);
  p.set("n", v[3]).set("A", v[0] * 2);
  return before + rate(p.scaled(v[1]), 2) * rate(p, v[2]);
}
} // namespace parameters

// The first of equal keys stays.
namespace arrays {
BOTH double f(const V &v) {
  std::vector<std::pair<int, double>> pairs{{1, v[0]}, {2, v[1]}, {1, v[2]}};
  pairs.emplace_back(3, v[3] * v[0]);
  std::map<int, double> m(pairs.begin(), pairs.end());
  std::unordered_map<int, double> part(pairs.begin() + 1, pairs.end());
  pairs[0].second *= 2;
  m[2] *= m[1];
  return m[1] * v[1] + m[2] + m[3] * part[1] + part.size() * pairs[0].second;
}
} // namespace arrays

namespace inserted {
struct Table {
  std::map<int, double> m;
  void add(std::initializer_list<std::pair<const int, double>> list) { m.insert(list); }
  void add(const std::vector<std::pair<int, double>> &all) { m.insert(all.begin(), all.end()); }
};

BOTH double f(const V &v) {
  Table t;
  t.add({{0, v[0]}, {2, v[1]}});
  std::vector<std::pair<int, double>> more;
  for (int i = 0; i < 4; ++i)
    more.push_back({i, v[i] * v[i]});
  t.add(more);
  t.add({{2, v[3]}, {7, v[3]}});
  double s = 0;
  for (const auto &[key, value] : t.m)
    s += (key + 1) * value * value;
  return s;
}
} // namespace inserted

int main() {
  CHECK_CASE_TWICE(parameters);
  CHECK_CASE_TWICE(arrays);
  CHECK_CASE_TWICE(inserted);
  return finish();
}
