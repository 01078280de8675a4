// Two buffers that change places.
#include "vectors.h"
#include <utility>
static void blend(std::vector<double> &u, std::vector<double> &t, double c) {
  for (std::size_t i = 1; i + 1 < u.size(); ++i)
    t[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.1 * u[i] * u[i];
  std::swap(u, t);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> u = v, t = v;
  for (int k = 0; k < 7; ++k) {
    blend(u, t, 0.1 * v[0]);
    if (u[1] > 1e6)
      return 0;
  }
  double s = 0;
  for (double x : u)
    s += x * x;
  for (std::size_t i = 0; i < 3; ++i) {
    t.swap(u);
    s += t[i] * u[i];
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1, -0.3, 2.0});
  return finish();
}
