// Records with vectors of vectors and arrays of vectors, made and copied in a loop.
#include "vectors.h"
#include <array>
struct Net {
  std::vector<std::vector<double>> w;
  std::array<std::vector<double>, 2> b;
};
double run(const Net &n, double x) {
  double s = 0;
  for (const auto &r : n.w)
    for (double e : r)
      s += std::tanh(e * x);
  for (const auto &r : n.b)
    for (double e : r)
      s += e * x;
  return s;
}
Net make(const std::vector<double> &v, int k) {
  Net n;
  for (int i = 0; i < k; ++i)
    n.w.push_back({v[0], v[i] * v[1]});
  n.b[1].push_back(v[2]);
  n.b[0].resize(k);
  for (double &e : n.b[0])
    e = v[1];
  return n;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    Net n = make(v, k);
    n.w.push_back({v[k]});
    Net c = n;
    c.w[0][0] *= s + v[0];
    s += run(n, v[k]) + run(c, v[0]);
    if (s > 1e8)
      return 0;
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
