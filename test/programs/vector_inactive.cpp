// Vectors that carry no derivative as arguments of functions that could use one, and by value.
#include "vectors.h"
#include <array>

namespace case0 {
double pick(double x, const std::vector<double> &w) {
  double s = 0;
  for (double e : w)
    s += e * x * x;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w{1, 2, 3};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += pick(v[i], w) * v[i];
  return s;
}
} // namespace case0

namespace case1 {
double pick(double x, std::vector<double> w) {
  double s = 0;
  for (double &e : w) {
    s += e * x * x;
    e = s;
  }
  return s * w[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  const std::vector<double> w{1, 2, 3};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += pick(v[i], w) * v[i];
    if (s > 100)
      break;
  }
  return s;
}
} // namespace case1

namespace case2 {
double pick(double x, const std::vector<double> &w, int n) {
  if (n == 0)
    return x;
  return w[n - 1] * x * pick(x * x, w, n - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w{1, 2, 3};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += pick(v[i], w, 3) * v[i];
  return s;
}
} // namespace case2

namespace case3 {
double take(std::vector<double> w, std::array<double, 2> q, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += w[i] * w[i] * q[0];
    if (s > 100)
      return s;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += take(v, {v[i], 1}, 3) * v[i];
  return s;
}
} // namespace case3

int main() {
  CHECK_CASE(case0, {0.3, 0.7, 1.1});
  CHECK_CASE(case1, {0.3, 0.7, 1.1});
  CHECK_CASE(case2, {0.3, 0.7, 1.1});
  CHECK_CASE(case3, {0.3, 0.7, 1.1});
  return finish();
}
