// A vector of pointers, changed and passed on.
#include "vectors.h"
double total(const std::vector<const double *> &rows, int n) {
  double s = 0;
  for (const double *r : rows) {
    for (int i = 0; i < n; ++i)
      s += r[i] * r[i] * (s + 1);
    if (s > 1e9)
      return s;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<const double *> rows;
  double t[2] = {v[0] * v[1], v[2]};
  for (int i = 0; i < 2; ++i)
    rows.push_back(&v[i]);
  rows.push_back(t);
  double s = total(rows, 2);
  rows.pop_back();
  rows[0] = t;
  t[1] *= s;
  s += total(rows, 2);
  std::swap(rows[0], rows[1]);
  s += *rows[0] * rows[1][1];
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
