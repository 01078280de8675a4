// Assignments of whole vectors; what throws leaves the adjoints alone.
#include "vectors.h"
#include <stdexcept>
double g(const std::vector<double> &v, double x) {
  std::vector<double> w(v);
  double s = 0;
  for (auto it = w.begin(); it != w.end(); ++it) {
    *it *= x;
    if (*it > 100)
      throw std::runtime_error("big");
    s += *it * *it;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a;
  double s = 0;
  for (double e : v) {
    s = g(v, e + s);
    a.push_back(s);
  }
  std::vector<double> b = a;
  b = {a[0], a[1] * a[2]};
  for (double &e : b)
    e = e * e;
  b = a;
  b[0] *= s;
  a = b;
  double *p = &a[1];
  *p += a[0];
  return a[1] * a[0] + b[2];
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 0.5});
  std::vector<double> v{0.3, 0.7, 200.0}, bar(3);
  bool thrown = false;
  try {
    f_reverse(v, bar);
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  expect_true("thrown", thrown && bar[0] == 0 && bar[2] == 0);
  return finish();
}
