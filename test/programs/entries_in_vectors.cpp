// The entries of maps in vectors: to sort them, or what was computed of them.
#include "vectors.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>

namespace constructed {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::map<int, double> weights;
  for (int i = 0; i < 4; ++i)
    weights[i * 7 % 5] += v[i];
  std::vector<std::pair<int, double>> sorted(weights.begin(), weights.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto &a, const auto &b) { return a.second > b.second; });
  return sorted[0].second * sorted.back().second + sorted[1].first * sorted[1].second;
}
} // namespace constructed

namespace words {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::unordered_map<std::string, double> weights;
  const char *words[] = {"the", "cat", "the", "mat"};
  for (int i = 0; i < 4; ++i)
    weights[words[i]] += v[i];
  std::vector<std::pair<std::string, double>> sorted(weights.cbegin(), weights.cend());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto &a, const auto &b) { return a.second > b.second; });
  return sorted[0].second * sorted.back().second + double(sorted[1].first.size());
}
} // namespace words

namespace copied {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  const std::map<int, double> weights{{3, v[0]}, {1, v[1] * v[2]}, {2, v[3]}};
  std::vector<std::pair<int, double>> all;
  std::copy(weights.begin(), weights.end(), std::back_inserter(all));
  std::vector<double> squares;
  std::transform(weights.begin(), weights.end(), std::back_inserter(squares),
                 [](const auto &e) { return e.first * e.second * e.second; });
  double s = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    s = s * 0.5 + all[i].second * squares[i] + all[i].first;
  return s;
}
} // namespace copied

int main() {
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(words);
  CHECK_CASE_TWICE(copied);
  return finish();
}
