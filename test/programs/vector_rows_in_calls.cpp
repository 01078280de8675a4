// Rows made, grown, walked and exchanged in a function that is called.
#include "vectors.h"
using Row = std::vector<double>;
double inner(const std::vector<double> &v, int k) {
  std::vector<Row> rows;
  if (v[0] > 4)
    return v[1];
  for (int i = 0; i <= k; ++i) {
    rows.push_back(Row(i + 1, v[i % 3]));
    rows.back()[0] *= v[k];
  }
  rows[0].push_back(v[2] * v[2]);
  double s = 0;
  for (auto &r : rows) {
    for (auto it = r.begin(); it != r.end(); ++it)
      s += *it * *it;
  }
  std::swap(rows[0], rows[rows.size() - 1]);
  double *p = rows[0].data();
  if (k > 1)
    p = rows[1].data();
  *p *= s;
  for (auto &r : rows)
    for (double e : r)
      s += e;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k)
    s += inner(v, k) * v[k];
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  CHECK_VECTOR(f, {4.3, 0.7, 5.1});
  return finish();
}
