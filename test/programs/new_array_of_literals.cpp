// The elements of an array from `new` that literals give a value.
#include "vectors.h"
#include <memory>

namespace plain {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double *p = new double[3]{v[0], 0.75, 2};
  int *n = new int[2]{3, 4};
  double y = std::sin(p[0]) * p[1] + p[2] * v[1] * n[0] * n[1];
  delete[] n;
  delete[] p;
  return y;
}
} // namespace plain
namespace unique {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::unique_ptr<double[]> p(new double[2]{0.5, v[0]});
  double y = p[0] * p[1];
  p.reset(new double[2]{v[1], 0.75});
  return y + std::sin(p[0]) * p[1];
}
} // namespace unique
int main() {
  CHECK_CASE(plain, {0.7, 1.3});
  CHECK_CASE(unique, {0.7, 1.3});
  return finish();
}
