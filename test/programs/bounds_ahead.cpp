// Loops up to `i + k < n` and `i + k <= n`, in loops: signed and unsigned, of none, one and more
// iterations.
#include "vectors.h"
#include <cmath>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace bounds_le {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double r = 0;
  for (size_t n = 0; n < 5; ++n) {
    V u(5, v[0]), w(5, v[1]);
    for (int t = 0; t < 2; ++t) {
      for (size_t i = 0; i + 2 <= n; ++i)
        w[i] += u[i] * u[i + 1] * v[2] * 0.1;
      for (unsigned i = 1; i + 1 < n; ++i)
        u[i] = std::sin(0.1 * w[i - 1] + w[i]);
      for (int i = 0; i + 1 < (int)n; ++i)
        w[i + 1] = u[i] * v[3];
      for (int i = 1; i + 3 <= (int)n; ++i)
        u[i + 2] = w[i] * u[i];
      std::swap(u, w);
    }
    for (double x : u)
      r += std::sin(x);
    for (double x : w)
      r += std::cos(x);
  }
  return r;
}
} // namespace bounds_le

namespace bounds_mixed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double r = 0;
  for (int n = -2; n < 5; ++n) {
    V u(6, v[0]), w(6, v[1]);
    for (int t = 0; t < 2; ++t) {
      for (int i = 0; i + 1 < n; ++i)
        w[i] = u[i] * u[i + 1] * v[2] * 0.1;
      for (int i = 1; i + 2 <= n; i += 2)
        u[i] = std::sin(0.1 * w[i - 1] + w[i]);
      for (long i = 1; i + 1 < n; ++i)
        w[i] = u[i] * v[3];
      u.swap(w);
    }
    for (double x : u)
      r += std::sin(x);
    for (double x : w)
      r += std::cos(x);
  }
  return r;
}
} // namespace bounds_mixed

int main() {
  CHECK_CASE_TWICE(bounds_le);
  CHECK_CASE_TWICE(bounds_mixed);
  return finish();
}
