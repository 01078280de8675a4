// Iterators and algorithms inside of functions that are called.
#include "vectors.h"
#include <algorithm>
#include <numeric>
double sum(const std::vector<double> &w) {
  double s = 0;
  for (auto it = w.begin(); it != w.end(); ++it) {
    if (*it > 1e8)
      return s;
    s += *it * *it;
  }
  return s;
}
void soft(std::vector<double> &w) {
  double m = *std::max_element(w.begin(), w.end());
  double z = 0;
  for (auto &e : w) {
    e = std::exp(e - m);
    z += e;
    if (z > 1e9)
      return;
  }
  std::transform(w.begin(), w.end(), w.begin(), [z](double x) { return x / z; });
}
std::vector<double> mul(const std::vector<std::vector<double>> &a, const std::vector<double> &x) {
  std::vector<double> y;
  y.reserve(a.size());
  for (const auto &r : a) {
    if (r.empty())
      return y;
    y.push_back(std::inner_product(r.begin(), r.end(), x.begin(), 0.0));
  }
  return y;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> x = v;
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<std::vector<double>> a(3, std::vector<double>(3, 0.1));
    for (int i = 0; i < 3; ++i)
      a[i][i] = v[i] * x[k];
    x = mul(a, x);
    soft(x);
    s += sum(x) * v[k] + sum(v);
    s += sum({v[k], s, 2.0});
  }
  std::sort(x.begin(), x.end());
  return s * x[0];
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
