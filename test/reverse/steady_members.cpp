// Numbers in the caller's objects get names ahead of loops that the optimiser may vectorise.

// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-members \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: double dt = this->dt;

#include <vector>

double weight(double x, int n) { return n == 0 ? x : x * weight(0.5 * x, n - 1); }

class grid {
public:
  double dt = 0.1, h = 1, weight = 2;
  int n = 10;

  // CHECK-LABEL: double grid::misfit_reverse(
  // CHECK:         const double dt = this->dt;
  // CHECK-NEXT:    const double h = this->h;
  // CHECK-NEXT:    for (int i = 1; i < n - 1; ++i)
  // CHECK:           v[i] = dt * c[i] * (u[i - 1] + u[i + 1]) / (h * h);
  // CHECK:       // reverse sweep
  // CHECK:         const double h_inverse = 1 / this->h;
  // CHECK:         for (int i = 1; i < n - 1; ++i) {
  // CHECK-NOT:       this->
  // CHECK:           c_bar[i] += dt * t_bar_1;
  [[ad::differentiate(reverse)]]
  double misfit(const std::vector<double> &c, const std::vector<double> &u) const {
    std::vector<double> v(n);
    for (int i = 1; i < n - 1; ++i)
      v[i] = dt * c[i] * (u[i - 1] + u[i + 1]) / (h * h);
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += v[i] * v[i] * v[(i + 1) % n];
    return s;
  }
};

// A function that is called by the same name stays reachable; what the loop changes has no name.
// CHECK-LABEL: {{^}}void move_reverse(
// CHECK:         weight_both_sweeps(
// CHECK:         const double weight_1 = g.weight;
// CHECK-NOT:     const double dt
// CHECK:       }
[[ad::differentiate(reverse)]]
void move(grid &g, double *__restrict x, int n) {
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      x[i] += g.weight * g.dt * x[i] * x[i];
    g.dt *= x[0];
  }
  x[0] = weight(x[0], 3);
}
