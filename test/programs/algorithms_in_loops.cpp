// Algorithms on vectors that live for one iteration.
#include "vectors.h"
#include <algorithm>
#include <numeric>
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (std::size_t k = 0; k < v.size(); ++k) {
    std::vector<double> r(v.size());
    std::transform(v.begin(), v.end(), r.begin(), [&](double x) { return x * x * v[k] + s; });
    std::sort(r.begin(), r.end());
    s += std::accumulate(r.begin(), r.end(), 0.0) * 0.1 + r[0] * r[1];
    if (s > 50)
      break;
    for (auto it = r.begin(); it != r.end(); ++it) {
      if (*it < 0)
        continue;
      *it *= *it;
      s += *it * 0.01;
    }
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  CHECK_VECTOR(f, {-0.3, 0.7, 5.1});
  return finish();
}
