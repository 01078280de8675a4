// Algorithms of the library, one after the other.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

[[ad::differentiate(forward, reverse)]] double f1(const std::vector<double> &v) {
  std::vector<double> w(v.size());
  std::partial_sum(v.begin(), v.end(), w.begin());
  return w[2] * w[1];
}

[[ad::differentiate(forward, reverse)]] double f2(const std::vector<double> &v) {
  std::vector<double> w(v.size());
  std::adjacent_difference(v.begin(), v.end(), w.begin());
  return w[2] * w[1];
}

[[ad::differentiate(forward, reverse)]] double f3(const std::vector<double> &v) {
  return std::reduce(v.begin(), v.end(), 0.5);
}

[[ad::differentiate(forward, reverse)]] double f4(const std::vector<double> &v) {
  return std::transform_reduce(v.begin(), v.end(), 0.5, std::plus<>(),
                               [](double x) { return x * x; });
}

[[ad::differentiate(forward, reverse)]] double f5(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::reverse(w.begin(), w.end());
  return w[0] * w[0] * w[1];
}

[[ad::differentiate(forward, reverse)]] double f6(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::transform(w.begin(), w.end(), w.begin(), [&](double x) { return x * x * v[0]; });
  return w[0] * w[2];
}

[[ad::differentiate(forward, reverse)]] double f7(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::rotate(w.begin(), w.begin() + 1, w.end());
  return w[0] * w[0] * w[1];
}

[[ad::differentiate(forward, reverse)]] double f8(const std::vector<double> &v) {
  std::vector<double> w;
  std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](double x) { return x > 0; });
  return w[0] * w[1];
}

[[ad::differentiate(forward, reverse)]] double f9(const std::vector<double> &v) {
  auto it = std::find_if(v.begin(), v.end(), [](double x) { return x < 0; });
  return *it * v[0];
}

[[ad::differentiate(forward, reverse)]] double f10(const std::vector<double> &v) {
  return std::count_if(v.begin(), v.end(), [](double x) { return x > 0; }) * v[0];
}

[[ad::differentiate(forward, reverse)]] double f11(const std::vector<double> &v) {
  auto p = std::minmax_element(v.begin(), v.end());
  return *p.first * *p.second;
}

[[ad::differentiate(forward, reverse)]] double f12(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::replace_if(w.begin(), w.end(), [](double x) { return x < 0; }, v[0] * v[1]);
  return w[0] * w[2];
}

[[ad::differentiate(forward, reverse)]] double f13(const std::vector<double> &v) {
  std::vector<double> w(3);
  double t = v[0];
  std::generate(w.begin(), w.end(), [&] {
    t *= v[1];
    return t;
  });
  return w[0] * w[2];
}

[[ad::differentiate(forward, reverse)]] double f14(const std::vector<double> &v) {
  std::vector<double> w = v, u(3, v[0]);
  std::swap_ranges(w.begin(), w.end(), u.begin());
  return w[0] * u[2] * u[0];
}

[[ad::differentiate(forward, reverse)]] double f15(const std::vector<double> &v) {
  double s = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    s = s * 0.5 + *it;
  return s;
}

[[ad::differentiate(forward, reverse)]] double f16(const std::vector<double> &v) {
  return std::any_of(v.begin(), v.end(), [](double x) { return x < 0; }) ? v[0] * v[1] : v[2];
}

[[ad::differentiate(forward, reverse)]] double f18(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::copy_backward(w.begin(), w.begin() + 2, w.end());
  return w[1] * w[2];
}

[[ad::differentiate(forward, reverse)]] double f19(const std::vector<double> &v) {
  std::vector<double> w = v;
  std::copy(w.begin() + 1, w.end(), w.begin());
  return w[0] * w[1] * w[2];
}

[[ad::differentiate(forward, reverse)]] double f20(const std::vector<double> &v) {
  return std::max({v[0], v[1] * v[1], v[2]}) *
         *std::max_element(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; });
}

int main() {
  CHECK_VECTOR(f1, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f2, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f3, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f4, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f5, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f6, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f7, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f8, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f9, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f10, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f11, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f12, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f13, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f14, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f15, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f16, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f18, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f19, {0.5, 0.75, -0.25});
  CHECK_VECTOR(f20, {0.5, 0.75, -0.25});
  return finish();
}
