// nth_element and partial_sort, and orders other than '<': what the library's own leave behind.
#include "vectors.h"
#include <algorithm>
#include <functional>

namespace descending {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<double> a = x, b = x, c = x;
  std::sort(a.begin(), a.end(), std::greater<>());
  std::sort(b.begin() + 1, b.end(), std::greater<double>{});
  std::stable_sort(c.begin(), c.end() - 1, std::less<>{});
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s = s * 0.7 + a[i] * (i + 1) + b[i] * c[i];
  return s;
}
} // namespace descending

namespace median {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<double> a = x, b = x;
  std::nth_element(a.begin(), a.begin() + a.size() / 2, a.end());
  std::partial_sort(b.begin(), b.begin() + 2, b.end(), std::greater<>());
  double s = a[a.size() / 2] * b[1];
  for (std::size_t i = 0; i < x.size(); ++i)
    s += a[i] * a[i] * (i + 2) + b[i] * b[i] * (i + 3);
  return s;
}
} // namespace median

int main() {
  CHECK_CASE(descending, {0.5, 0.2, 0.9, 0.1, 0.7, 0.3, 0.35});
  CHECK_CASE(median, {0.5, 0.2, 0.9, 0.1, 0.7, 0.3, 0.35});
  return finish();
}
