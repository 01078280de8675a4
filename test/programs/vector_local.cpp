// Local vectors of every construction, changed in place.
#include "vectors.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  const int n = static_cast<int>(v.size());
  std::vector<double> a(v.size()), b(n, 0.5), c(n, v[0]), d = v, e{v[0], 2, v[1] * v[2]}, g;
  std::vector<double> h(v);
  for (int i = 0; i < n; ++i) {
    a[i] = v[i] * d[n - 1 - i];
    b[i] *= a[i] + c[i];
    d[i] = d[i] * d[(i + 1) % n] + e[i % 3];
    h[i] += b[i] * h[(i + 2) % n];
  }
  for (int i = 1; i < n; ++i)
    a[i] *= a[i - 1];
  double s = g.empty() ? v[1] : 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i] + c[i] * d[i] * h[i];
  return s * e[2];
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.5, 0.25, 0.75, 0.3, -1.25});
  return finish();
}
