// [[ad::extent(n)]] says what the state behind a pointer is where subscripts do not: all of it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <utility>

// CHECK-LABEL: double heat_checkpointed(
// CHECK:         ad::checkpoints snapshots(steps, u_1_bar, u_1, next_1_bar, next_1, ad::kept(ad::range(next, n)),
// CHECK-NEXT:      ad::kept(ad::range(u, n)));
[[ad::differentiate(checkpointed)]]
double heat([[ad::extent(n)]] double *u, [[ad::extent(n)]] double *next, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < n - 1; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.1 * u[k] * u[k] * u[k];
    std::swap(u, next);
  }
  return u[1];
}

// CHECK-LABEL: double trace_checkpointed(
// CHECK:         ad::checkpoints snapshots(n, s, ad::kept(ad::range(trace, 2 * n)));
[[ad::differentiate(checkpointed)]]
double trace(int n, [[ad::extent(2 * n)]] double *trace, double x) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    if (i % 2)
      trace[i] += s;
  }
  return s;
}

// CHECK-LABEL: void sweeps_checkpointed(
// CHECK:         ad::checkpoints u_snapshots(steps, ad::kept(ad::range(u, n)));
static void relax([[ad::extent(m)]] double *a, int m, double c);
[[ad::differentiate(checkpointed)]]
void sweeps(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    relax(u, n, c);
    relax(u, n, 0.5 * c);
  }
}
// Names are those of the declaration that has the attribute.
static void relax(double *values, int count, double c) {
  for (int k = 1; k < count; ++k) {
    values[k] += c * values[k - 1] * values[k];
    if (values[k] > 100)
      return;
  }
}
