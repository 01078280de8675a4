// A loop of a companion that may be vectorised, and is not, is nothing that the user could change:
// there is no warning. Of the user's own loops there is.
// RUN: %clang_ad_plugin -O2 -Wall -Wextra -c %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_ad_plugin -O2 -Wall -Wextra -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s --check-prefix=MARKED
#include <algorithm>
#include <vector>

using V = std::vector<double>;

static double flux(double a, double b) {
  const double d = a - b;
  return d / (1 + d * d) + a * b / (2 + a * a);
}

// MARKED-LABEL: double f_forward(
// MARKED:       #pragma clang loop vectorize(assume_safety)
[[ad::differentiate(forward, reverse)]]
double f(const V &v, int n) {
  V u = v, x = v, w = v;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i) {
      double s = 0.3 * u[i];
      if (i < n - 1 && (i & 1))
        s -= std::max(u[i + 1], u[i]) * 0.1;
      u[i] = 0.5 * s + u[i];
    }
    for (int i = 1; i < n - 1; ++i)
      x[i] = 0.3 * u[i] + 0.1 * flux(u[i - 1], w[i + 1]);
    u.swap(x);
  }
  return u[1] + x[2] + w[0];
}

double step(double);
// CHECK: pass_failed.cpp:[[@LINE+1]]:6: warning: loop not vectorized
void own(double *x, int n) {
#pragma clang loop vectorize(enable)
  for (int i = 1; i < n; ++i)
    x[i] = step(x[i - 1]);
}
// CHECK: 1 warning generated
