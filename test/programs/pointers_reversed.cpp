// Elements of vectors of smart pointers in another order.
#include "arrays.h"
#include <algorithm>
#include <memory>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
template <class V> double use(V &v, const double *x, int n) {
  std::reverse(v.begin(), v.end());
  double s = 0, k = 1;
  for (const auto &p : v) {
    s += *p * k * *p;
    k *= x[0] + 1;
  }
  auto best =
      std::max_element(v.begin(), v.end(), [](const auto &a, const auto &b) { return *a < *b; });
  s += **best * std::count_if(v.begin(), v.end(), [](const auto &p) { return *p > 0.5; });
  std::swap(v.front(), v.back());
  return s * *v.front() + *v[n - 2];
}
BOTH double uniques(const double *x, int n) {
  std::vector<std::unique_ptr<double>> v;
  for (int i = 0; i < n; ++i)
    v.push_back(std::make_unique<double>(x[i] * x[i]));
  return use(v, x, n);
}
BOTH double shareds(const double *x, int n) {
  std::vector<std::shared_ptr<double>> v;
  for (int i = 0; i < n; ++i)
    v.push_back(std::make_shared<double>(x[i] * x[i]));
  std::reverse(v.begin(), v.end());
  double s = 0, k = 1;
  for (const auto &p : v) {
    s += *p * k * *p;
    k *= x[0] + 1;
  }
  std::swap(v.front(), v.back());
  return s * *v.front() + *v[n - 2];
}
int main() {
  CHECK_ARRAY(uniques, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(shareds, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
