// A pointer into a vector as a result.
#include "vectors.h"
double *largest(std::vector<double> &w) {
  double *p = &w[0];
  for (auto &e : w)
    if (e > *p)
      p = &e;
  return p;
}
double run(std::vector<double> w, int n) {
  for (int i = 0; i < n; ++i) {
    double *p = largest(w);
    *p *= 0.5;
    if (*p < 1e-9)
      return 0;
    w.push_back(*p + w[0]);
  }
  double s = 0;
  for (double e : w)
    s += e * e;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int i = 1; i < 4; ++i)
    s += run(v, i) * v[0];
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
