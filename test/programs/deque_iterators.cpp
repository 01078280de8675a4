// Iterators of std::deque, in locals and parameters: windows, both directions, the middle.
#include "vectors.h"
#include <algorithm>
#include <deque>
#include <numeric>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace window {
BOTH double f(const std::vector<double> &x) {
  std::deque<double> last;
  double s = 0;
  for (double v : x) {
    last.push_back(v * v);
    if (last.size() > 3)
      last.pop_front();
    s += std::accumulate(last.begin(), last.end(), 0.0) / last.size() *
         *std::max_element(last.begin(), last.end());
  }
  return s;
}
} // namespace window

namespace walked {
BOTH double f(const std::vector<double> &x) {
  std::deque<double> d(x.begin(), x.end());
  double s = 0;
  for (auto it = d.rbegin(); it != d.rend(); ++it)
    s = s * x[0] + *it;
  for (auto it = d.begin(); it < d.end(); it += 2)
    s += it[0] * *it * (d.end() - it);
  auto a = d.begin(), b = d.end() - 1;
  while (a < b) {
    std::swap(*a, *b);
    ++a;
    --b;
  }
  auto third = d.begin() + 2;
  d.pop_front(); // `third` stays
  return s + d[0] * 3 + d[1] * 7 + *third * 11;
}
} // namespace walked

namespace middle {
BOTH double f(const std::vector<double> &x) {
  std::deque<double> d;
  for (double v : x)
    d.insert(d.begin() + d.size() / 2, v);
  d.erase(d.begin() + 1);
  d.insert(d.end(), x.begin(), x.begin() + 2);
  d.emplace(d.begin(), x[1] * x[2]);
  std::vector<double> v(d.begin() + 1, d.end());
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += (i + 1) * v[i] * v[i];
  return s * d.front();
}
} // namespace middle

namespace sorted {
BOTH double f(const std::vector<double> &x) {
  std::deque<double> d(x.begin(), x.end());
  std::sort(d.begin(), d.end());
  double s = d[0] * d[1];
  std::sort(d.begin() + 1, d.end(), std::greater<double>());
  s += d[1] * d[1];
  std::sort(d.begin(), d.end(), [](double a, double b) { return a * a > b * b; });
  std::partial_sort(d.begin(), d.begin() + 2, d.end());
  return s + d[0] * 2 + d[1] * 3;
}
} // namespace sorted

namespace passed {
BOTH double f_of(const std::deque<double> &d, double k) {
  double s = 0;
  for (auto it = d.begin(); it != d.end(); ++it)
    s = s * k + *it;
  return s + std::inner_product(d.begin(), d.end(), d.begin(), k);
}
BOTH double f(const std::vector<double> &x) {
  std::deque<double> d(x.begin(), x.end());
  return f_of(d, x[1]);
}
} // namespace passed

int main() {
  CHECK_CASE(window, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(walked, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(middle, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(sorted, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_CASE(passed, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
