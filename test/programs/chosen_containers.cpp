// Members of one container or another; optionals that are made in place.
#include "vectors.h"
#include <optional>
#include <utility>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace chosen {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<double> a, b;
  std::vector<std::vector<double>> g(2);
  for (int i = 0; i < n; ++i) {
    (x[i] > 0.7 ? a : b).push_back(x[i] * x[i]);
    (i % 2 ? g[0] : g[1]).push_back(x[i]);
    (x[i] > 0.5 && i > 2 ? a : b).back() *= 2;
    if (i > 3)
      ((i % 2) ? a : b).pop_back();
  }
  double s = 0, t = 1;
  for (double v : a)
    s += v;
  for (double v : b)
    t *= v;
  for (auto &r : g)
    for (double v : r)
      s += v * t;
  return s * t;
}
} // namespace chosen

namespace emplaced {
struct Q {
  double a, b;
};
BOTH double f(const std::vector<double> &x) {

  std::optional<std::vector<double>> q;
  q.emplace(3, x[0]);
  double t = 0;
  for (double v : *q)
    t += v * v;
  std::optional<std::pair<double, double>> p;
  p.emplace(x[1], x[2]);
  return t + p->first * p->second;
}
} // namespace emplaced

int main() {
  CHECK_CASE(chosen, {0.49, 0.96, 0.72, 0.4, 1.1, 0.62});
  CHECK_CASE(emplaced, {0.49, 0.96, 0.72, 0.4, 1.1, 0.62});
  return finish();
}
