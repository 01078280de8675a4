// <algorithm>: transform, fill, copy, for_each, max_element, min_element, sort.
#include "vectors.h"
#include <algorithm>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w(v.size()), u(v.size() + 1);
  std::transform(v.begin(), v.end(), w.begin(), [](double x) { return x * x + 1; });
  std::copy(w.begin(), w.end(), u.begin() + 1);
  std::fill(w.begin(), w.begin() + 2, v[1]);
  std::transform(v.begin(), v.end(), w.begin(), u.begin(),
                 [&](double a, double b) { return a * b + v[0]; });
  double s = 0;
  std::for_each(u.begin(), u.end(), [&s](double x) { s += x * x; });
  s += *std::max_element(v.begin(), v.end()) * *std::min_element(u.begin(), u.end());
  return s;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(const std::vector<double> &v) {
  std::vector<double> w = v;
  for (double &x : w)
    x *= x;
  std::sort(w.begin(), w.end());
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    s += w[i] * (i + 1) * v[i];
  return s + (w[1] + w[2]) / 2;
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.5, 0.25, 0.6});
  CHECK_VECTOR(g, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(g, {0.5, 0.25, 0.6});
  return finish();
}
