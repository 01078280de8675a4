// Calls that give integers in pairs, in records and by iterators of sets: what they decide, and
// what they index, is as in the primal.
#include "vectors.h"
#include <algorithm>
#include <set>
#include <utility>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace inserted {
AD_MODES double f(const V &x) {
  std::set<int> seen;
  double s = 0;
  for (int i = 0; i < 6; ++i)
    if (seen.insert(i * i % 4).second)
      s += x[i] * x[i];
    else
      s *= x[i];
  for (int i = 0; i < 6; ++i) {
    auto [at, fresh] = seen.insert(i % 5);
    s += fresh ? x[i] : x[i] * *at;
    const auto again = seen.insert(i);
    if (!again.second)
      s *= x[*again.first];
  }
  return s;
}
} // namespace inserted

struct Cell {
  int row, column;
  bool edge;
};
static std::pair<int, int> split(int i) { return {i / 2, i % 2}; }
static Cell cell(int i) { return {i / 3, i % 3, i % 3 == 0}; }

namespace records {
AD_MODES double f(const V &x) {
  double s = 0;
  for (int i = 0; i < 6; ++i) {
    auto [a, b] = split(i);
    const Cell c = cell(i);
    s += x[a] * x[b + 1] * (c.edge ? 2 : x[c.column]);
    s *= 1 + x[split(i).first] * cell(i).row;
  }
  return s;
}
} // namespace records

namespace keys {
AD_MODES double f(const V &x) {
  std::vector<int> k;
  for (int i = 0; i < 6; ++i)
    k.push_back(i * i % 4 + i % 2);
  std::sort(k.begin(), k.end());
  k.erase(std::unique(k.begin(), k.end()), k.end());
  std::reverse(k.begin(), k.end());
  std::rotate(k.begin(), k.begin() + 1, k.end());
  double s = 0.3;
  for (int i : k)
    s = s * x[i] + x[i + 1];
  return s * double(k.size());
}
} // namespace keys

namespace order {
AD_MODES double f(const V &x) {
  std::vector<int> by{0, 1, 2, 3, 4, 5};
  std::stable_sort(by.begin(), by.end(), [&](int a, int b) { return x[a] < x[b]; });
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += x[by[i]] * (i + 1) * x[i];
  std::stable_sort(by.begin(), by.end(), [](int a, int b) { return a % 2 < b % 2; });
  for (int i = 0; i < 6; ++i)
    s = s * 0.5 + x[by[i]] * (i + 1);
  return s;
}
} // namespace order

namespace ties {
AD_MODES double f(const V &x) {
  std::vector<std::pair<int, double>> v;
  for (int i = 0; i < 6; ++i)
    v.push_back({i * i % 4, x[i] * x[0]});
  std::stable_sort(v.begin(), v.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s = s * 0.5 + v[i].second * (i + 1) * v[i].first + v[i].second;
  V up(x), down(x);
  std::stable_sort(up.begin(), up.end(), std::less<>());
  std::stable_sort(down.begin(), down.end(), std::greater<double>());
  for (int i = 0; i < 6; ++i)
    s += up[i] * down[(i + 2) % 6] * (i + 1);
  return s;
}
} // namespace ties

int main() {
  CHECK_CASE(inserted, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(records, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(keys, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(order, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  CHECK_CASE(ties, {0.5, 0.9, -0.2, 0.4, 0.7, 1.1});
  return finish();
}
