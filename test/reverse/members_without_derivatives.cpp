// A member of a local object that gets nothing but numbers carries no derivative, and what would be
// needed for that is not recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

struct Oscillator {
  double dt, gamma;
  std::vector<double> x, v;
};

// CHECK-LABEL: double numbers_reverse(
// CHECK-NOT:     _bar.dt
// CHECK-NOT:     tape.array
// CHECK:         double **o_x_i_at = tape.array<double>(steps, n);
// CHECK-NOT:     tape.array
// CHECK:         for (int t = steps; t-- > 0;) {
// CHECK-NOT:     _bar.dt
// CHECK-NOT:     _bar.gamma
// CHECK:         return o_v[0];
[[ad::differentiate(reverse)]] double numbers(const double *x0, int n, int steps) {
  Oscillator o;
  o.dt = 0.01;
  o.gamma = 0.1;
  o.x.assign(x0, x0 + n);
  o.v.assign(n, 0.0);
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i) {
      o.v[i] -= o.dt * (std::sin(o.x[i]) + o.gamma * o.v[i]);
      o.x[i] += o.dt * o.v[i];
    }
  return o.v[0];
}
