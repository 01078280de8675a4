// Pointers that are exchanged between loops that the reverse sweep runs again, loops over rows that
// end where something is divided, and signs of zeros.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace exchanged {
static double run(const V &v, int n, int steps) {
  V U = spread(v, n + 1), X = spread(v, n + 1), W(n + 1);
  for (int i = 0; i < n; ++i)
    X[i] *= 2 * v[i & 1];
  double *u = U.data(), *x = X.data();
  for (int t = 0; t < steps; ++t) {
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
    r += u[q] * q + W[q] * x[q];
  return r;
}
BOTH double f(const V &v) {
  return run(v, told(v, 4), 2) + run(v, told(v, 7), 3) + run(v, told(v, 1), 1) +
         run(v, told(v, 0), 2);
}
} // namespace exchanged

namespace references {
static double scaled(const V &v, double *y, const double &k, int n) {
  V a = spread(v, n), b = spread(v, n), c(n);
  for (int i = 0; i < n; ++i)
    c[i] = 1 + 0.1 * v[2] * i;
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * b[i] * c[i] * k;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += y[i] * (i + 1);
  return s;
}
BOTH double f(const V &v) {
  V y = spread(v, 40), z = spread(v, 40);
  double k = v[1];
  const double s = scaled(v, y.data(), y[2], told(v, 37)) + scaled(v, z.data(), k, told(v, 37));
  return 0.01 * (s + weighed(y) + weighed(z));
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
  CHECK_CASE_TWICE(references);
  CHECK_CASE_TWICE(rows_that_divide);
  return finish();
}
