// Algorithms that append to a container, lists that are inserted, pairs made of std::minmax.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace sums {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> c;
  std::partial_sum(x.data(), x.data() + n, std::back_inserter(c));
  return c.back() * c[1];
}
} // namespace sums

namespace differences {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x), d;
  std::adjacent_difference(v.begin(), v.end(), std::back_inserter(d));
  double s = 0;
  for (double a : d)
    s += a * a;
  return s;
}
} // namespace differences

namespace filled {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> d;
  std::fill_n(std::back_inserter(d), 3, x[0]);
  std::copy_n(x.data(), 2, std::back_inserter(d));
  double s = 0;
  for (double a : d)
    s += a * a;
  return s;
}
} // namespace filled

namespace inserted {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(x.data(), x.data() + n);
  a.insert(a.end(), {x[0], x[1]});
  a.insert(a.begin(), a.back());
  std::vector<double> b(a.begin() + 1, a.end());
  a.insert(a.end(), b.begin(), b.end());
  double s = 0;
  for (double v : a)
    s = s * 0.3 + v * v;
  return s;
}
} // namespace inserted

namespace extremes {
BOTH double f(const std::vector<double> &x) {
  std::pair<double, double> p = std::minmax(x[0], x[1]);
  std::pair<double, double> q = std::minmax({x[2], x[0] * x[1], x[1]});
  return p.second * p.second - p.first + q.first * q.second;
}
} // namespace extremes

namespace merged {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(x.data(), x.data() + 3), b(x.data() + 3, x.data() + n), c;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  double s = 0;
  for (size_t i = 0; i < c.size(); ++i)
    s += i * c[i];
  return s;
}
} // namespace merged

namespace transformed {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x), w;
  std::transform(v.begin(), v.end(), v.begin(), std::back_inserter(w), std::multiplies<double>());
  return std::accumulate(w.begin(), w.end(), 0.0);
}
} // namespace transformed

namespace reversed {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> v;
  std::reverse_copy(x.data(), x.data() + n, std::back_inserter(v));
  std::vector<double> p;
  std::partial_sum(v.begin(), v.end(), std::back_inserter(p), std::multiplies<>());
  v.insert(v.end(), {p[1], p[2]});
  return v[0] * v[7] + v.back();
}
} // namespace reversed

int main() {
  CHECK_CASE(sums, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(differences, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(filled, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(inserted, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(extremes, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(merged, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(transformed, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(reversed, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  return finish();
}
