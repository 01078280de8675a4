// Exchanged vectors take the pointers into them along.
#include "vectors.h"
#include <utility>

namespace case0 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a{v[0], v[1]}, b{v[1] * v[2], v[2]};
  double *p = a.data();
  std::swap(a, b);
  *p *= 3;
  return a[0] * 2 + b[0] * b[0] + a[1] * b[1];
}
} // namespace case0

namespace case1 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a{v[0], v[1]}, b{v[1] * v[2], v[2]};
  auto it = a.begin();
  b = std::move(a);
  *it *= 3;
  return b[0] * b[0] + v[0] * b[1];
}
} // namespace case1

namespace case2 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> a{{v[0], v[1]}, {v[1] * v[2], v[2]}, {v[2], v[0] * v[0]}};
  for (int i = 0; i + 1 < 3; ++i) {
    if (a[i][0] < a[i + 1][0])
      std::swap(a[i], a[i + 1]);
    for (int j = 0; j < 2; ++j)
      a[i][j] *= a[i + 1][1 - j];
  }
  double s = 0;
  for (auto &r : a)
    for (double e : r)
      s += e * e * (s + 1);
  return s;
}
} // namespace case2

namespace case3 {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> a(3, std::vector<double>(3));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      a[i][j] = v[i * 3 + j];
  double det = 1;
  for (int c = 0; c < 3; ++c) {
    int p = c;
    for (int r = c + 1; r < 3; ++r)
      if (std::fabs(a[r][c]) > std::fabs(a[p][c]))
        p = r;
    if (p != c) {
      std::swap(a[p], a[c]);
      det = -det;
    }
    det *= a[c][c];
    for (int r = c + 1; r < 3; ++r) {
      const double m = a[r][c] / a[c][c];
      for (int j = c; j < 3; ++j)
        a[r][j] -= m * a[c][j];
    }
  }
  return det;
}
} // namespace case3

int main() {
  CHECK_CASE(case0, {0.3, 0.7, 1.1});
  CHECK_CASE(case1, {0.3, 0.7, 1.1});
  CHECK_CASE(case2, {0.3, 0.7, 1.1});
  CHECK_CASE(case3, {0.1, 0.75, -0.25, 1.2, 0.4, 0.9, -2.0, 0.3, 0.6});
  return finish();
}
