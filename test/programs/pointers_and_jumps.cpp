// Pointers into arrays and vectors of a function that returns from inside of a loop.
#include "vectors.h"

namespace arrays {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  for (int i = 0; i < 3; ++i)
    if (v[i] > 5)
      return v[i] * v[0];
  double a[3] = {v[0], v[1] * v[2], 3};
  double *p = v[0] > v[1] ? a : a + 1;
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += p[0] * p[1] * s + p[0];
  return s;
}
} // namespace arrays

namespace walked {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  for (auto p = v.begin(); p != v.end(); ++p)
    if (*p > 5)
      return *p * 0.5;
  std::vector<double> w(v);
  double s = 0;
  for (auto p = w.begin(); p != w.end(); ++p)
    s += *p * s + *p;
  return s + w.at(1);
}
} // namespace walked

namespace changed {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = v[0];
  for (int i = 0; i < 3; ++i) {
    std::vector<double> w(v);
    double *p = w.data();
    if (s > 1)
      return s * *p;
    for (double *q = p; q != p + 3; ++q)
      s += *q *= s;
    s += w[2] * p[1];
  }
  return s;
}
} // namespace changed

int main() {
  CHECK_CASE(arrays, {0.3, 0.7, 1.1});
  CHECK_CASE(arrays, {0.3, 5.7, 1.1});
  CHECK_CASE(walked, {0.3, 0.7, 1.1});
  CHECK_CASE(walked, {0.3, 5.7, 1.1});
  CHECK_CASE(changed, {0.3, 0.7, 1.1});
  CHECK_CASE(changed, {1.3, 0.7, 1.1});
  return finish();
}
