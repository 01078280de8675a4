// `__restrict` on what nothing is written by: two of them may lead to the same elements.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

BOTH static double mixed(double *__restrict x, double *__restrict y, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    s = 0.3 * s * x[i];
    s = s + y[i] * y[0];
    s = 0.3 * s * x[0];
  }
  return s;
}

BOTH static double of_constants(const double *__restrict x, const double *__restrict y, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    s = 0.3 * s * x[i];
    s = s + y[i] * y[0];
    s = 0.3 * s * x[0];
  }
  return s;
}

static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (p[i] > 100)
      return s;
    s += p[i] * p[i];
  }
  return s;
}

BOTH static double with_calls(double *__restrict x, double *__restrict y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += sum(x, n) * std::sin(y[i]) * x[i];
  return s * y[0];
}

BOTH static void third(double *__restrict x, double *__restrict y, double *__restrict z, int n) {
  for (int i = 0; i < n; ++i)
    z[i] += x[i] * y[n - 1 - i] + x[0] * y[0];
}

BOTH static double neighbours(double *__restrict x, double *__restrict y, int n) {
  double v[64] = {}, s = 0;
  for (int i = 1; i < n - 1; ++i)
    v[i] = x[i] + y[i] * (x[i - 1] - 2 * x[i] + x[i + 1]);
  for (int i = 0; i < n; ++i)
    s += v[i] * v[i];
  return s;
}

// A pointer that walks, recorded by a function in two halves.
BOTH static void walks(double &x, double *__restrict y, int n) {
  for (int i = n; i; --i) {
    x += *y++ * 0.1 * x;
    if (x > 30)
      return;
  }
  y[-1] = x;
}

// What stands at two names: one array, and its adjoint.
namespace one_array {
BOTH double f(const V &v) {
  V a = v, z(v.size(), 1.0);
  double *p = a.data();
  const int n = static_cast<int>(a.size());
  third(p, p, z.data(), n);
  double s = mixed(p, p, n) + of_constants(p, p, n) + with_calls(p, p, n) + neighbours(p, p, n);
  for (double e : z)
    s += e * e;
  return s;
}
} // namespace one_array

namespace two_arrays {
BOTH double f(const V &v) {
  V a = v, b = v, z(v.size(), 1.0);
  const int n = static_cast<int>(a.size());
  third(a.data(), b.data(), z.data(), n);
  double s = mixed(a.data(), b.data(), n) + of_constants(a.data(), b.data(), n) +
             with_calls(a.data(), b.data(), n);
  walks(a[0], b.data(), n);
  walks(a[1], b.data(), n - 1);
  s += a[0] * b[2] + a[1] * b[3];
  for (double e : z)
    s += e * e;
  return s;
}
} // namespace two_arrays

// The annotated function itself, called as users call it.
namespace called {
static double apart(const V &v) {
  V a = v;
  return mixed(a.data(), a.data(), static_cast<int>(a.size()));
}
static void run() {
  for (double from : {0.7, 1.9}) {
    V v = {from, 1.3, 0.9, 0.4}, bar(4, 0.0);
    mixed_reverse(v.data(), bar.data(), v.data(), bar.data(), 4, 1.0);
    for (int i = 0; i < 4; ++i) {
      V up = v, down = v;
      up[i] += 1e-6;
      down[i] -= 1e-6;
      const double slope = (apart(up) - apart(down)) / 2e-6;
      if (!(std::fabs(bar[i] - slope) < 1e-6 * (1 + std::fabs(slope))))
        harness::fail("reverse, called with one array", bar[i], slope, i);
    }
  }
}
} // namespace called

int main() {
  CHECK_CASE_TWICE(one_array);
  CHECK_CASE_TWICE(two_arrays);
  called::run();
  return finish();
}
