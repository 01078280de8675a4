// Pointers that are exchanged between loops that the reverse sweep runs again, loops over rows that
// end where something is divided, and signs of zeros.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace exchanged {
BOTH double f(const V &v) {
  const int n = told(v, 4);
  V U = v, X = v;
  X[1] = 2 * v[0] * v[2];
  X[2] = v[1];
  V Y = v, W = v;
  double *u = U.data(), *x = X.data();
  for (int t = 0; t < 2; ++t) {
    for (int i = 1; i < n; ++i) {
      double s = 0.3 * u[i];
      if (i % 2)
        s += 0.2 * u[i - 1] * u[i];
      W[i] = s;
    }
    std::swap(u, x);
  }
  double r = 0;
  for (int q = 0; q < n; ++q)
    r += u[q] * q + W[q];
  return r;
}
} // namespace exchanged

// A reference is memory: of an element that the loop stores, and of what adjoints are added to.
namespace references {
BOTH double scaled(const V &v, double *y, const double &k, int n) {
  V a(n), b(n), c(n);
  for (int i = 0; i < n; ++i)
    a[i] = v[i & 3], b[i] = v[i & 1] * v[0], c[i] = 1 + 0.1 * v[2] * i;
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * b[i] * c[i] * k;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += y[i] * (i + 1);
  return s;
}
static void run() {
  const int n = 37;
  const V v{0.7, 1.2, 0.4, 0.9}, none(4);
  V y(n), y_dot(n), y_bar(n), v_bar(4);
  double k = 0.6, k_bar = 0, by_k;
  scaled_forward(v, none, y.data(), y_dot.data(), k, 1.0, n, by_k);
  scaled_reverse(v, v_bar, y.data(), y_bar.data(), k, k_bar, n, 1.0);
  if (!(std::fabs(k_bar / by_k - 1) < 1e-12))
    harness::fail("what is added to a reference", k_bar, by_k);
  V z(n, 0.6), again = z, z_bar(n);
  const double is = scaled(v, z.data(), z[2], n);
  const double companion =
      scaled_reverse(v, v_bar, again.data(), z_bar.data(), again[2], z_bar[2], n, 1.0);
  if (!(std::fabs(companion / is - 1) < 1e-12))
    harness::fail("a reference to an element", companion, is);
}
} // namespace references

namespace rows_that_divide {
static double run(const V &v, int n, int m) {
  V u = spread(v, n + 2), next = u;
  for (int t = 0; t < m; ++t) {
    for (int i = 1; i < n / m; ++i) {
      const double left = u[i - 1] - u[i], right = u[i + 1] - u[i];
      next[i] = u[i] + left / (1 + left * left) + right / (2 + right * right);
    }
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 9), told(v, 0)) + run(v, told(v, 9), told(v, 2)) +
         run(v, told(v, 9), told(v, 1));
}
} // namespace rows_that_divide

int main() {
  CHECK_CASE_TWICE(exchanged);
  references::run();
  CHECK_CASE_TWICE(rows_that_divide);
  return finish();
}
