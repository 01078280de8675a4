// <numeric>: accumulate, inner_product, partial_sum, adjacent_difference, iota, transform_reduce.
#include "vectors.h"
#include <functional>
#include <numeric>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  double s = std::accumulate(v.begin(), v.end(), 0.5);
  s *= std::accumulate(v.begin(), v.end(), 1.0, [s](double a, double b) { return a + a * b / s; });
  s += std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  s += std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
  std::vector<double> w(v.size());
  std::iota(w.begin(), w.end(), v[0]);
  s += std::inner_product(w.begin(), w.end(), v.begin(), s);
  return s;
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.5, 0.25, 0.6});
  return finish();
}
