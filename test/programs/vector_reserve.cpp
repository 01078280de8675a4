// Pointers into a vector that grows within its reserve.
#include "vectors.h"

namespace case0 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a;
  a.reserve(10);
  a.push_back(v[0]);
  double *p = &a[0];
  a.push_back(v[1]);
  a.push_back(v[2]);
  *p *= a[1];
  return a[0] * a[2];
}
} // namespace case0

int main() {
  CHECK_CASE(case0, {0.3, 0.7, 1.1});
  return finish();
}
