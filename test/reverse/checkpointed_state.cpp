// What a snapshot need not hold: arrays that each iteration fills before it reads them. A loop that
// returns leaves by a break; one that asks an object whether to go on is run again, too.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

// CHECK-LABEL: void heat_checkpointed(
// CHECK: ad::checkpoints u_snapshots(steps, ad::kept(ad::range(u + 1, 98)));
[[ad::differentiate(checkpointed)]]
void heat(double *u, double c, int steps) {
  double next[100];
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < 99; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]);
    for (int k = 1; k < 99; ++k)
      u[k] = next[k];
  }
}

// CHECK-LABEL: double converges_checkpointed(
// CHECK: ad::checkpoints snapshots(ad::unknown_steps, s, result, left);
// CHECK: break;
[[ad::differentiate(checkpointed)]]
double converges(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    const double last = s;
    s = 0.5 * std::cos(s) + 0.2 * x;
    if (std::abs(s - last) < 1e-3)
      return s * last;
  }
  return 2 * s;
}

struct Simulation {
  std::vector<double> u;
  double t = 0;
  bool running(double end) const { return t < end; }
};
// CHECK-LABEL: double asked_checkpointed(
// CHECK: ad::checkpoints snapshots(ad::unknown_steps, s.u, s.t);
// CHECK: s.running({{.*}}steps
[[ad::differentiate(checkpointed)]]
double asked(double x, int steps) {
  Simulation s;
  s.u.assign(3, x);
  while (s.running(0.1 * steps)) {
    for (double &e : s.u)
      e = std::sin(e);
    s.t += 0.1;
  }
  return s.u[0] + s.u[1];
}
