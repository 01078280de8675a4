// The adjoint of a stencil adds to neighbouring elements: one loop for each of them, which the
// optimiser vectorises. What the iteration clears goes last.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-split \
// RUN:   | FileCheck %s --check-prefix=TOGETHER
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-gather \
// RUN:   | FileCheck %s --check-prefix=SCATTER

#include <vector>

// CHECK:      void heat_reverse(const double *u, double *u_bar, double *v, double *v_bar, int n, double c,
// CHECK-NEXT:                   double &c_bar) {
// CHECK-NEXT:   if (ad::overlap(u, n, v, n - 1))
// CHECK-NEXT:     return heat_reverse_overlapping(u, u_bar, v, v_bar, n, c, c_bar);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double c_bar_sum = 0;
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     v[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]);
// CHECK-NEXT:     {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:       const double v_i_seed = v_bar[i];
// CHECK-NEXT:       u_bar[i] += v_i_seed - 2 * c * v_i_seed;
// CHECK-NEXT:       c_bar_sum += (u[i - 1] - 2 * u[i] + u[i + 1]) * v_i_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:     u_bar[i - 1] += c * v_bar[i];
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double v_i_seed = v_bar[i];
// CHECK-NEXT:     v_bar[i] = 0;
// CHECK-NEXT:     u_bar[i + 1] += c * v_i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   c_bar += c_bar_sum;
// CHECK-NEXT: }
// TOGETHER:     void heat_reverse(
// TOGETHER:       for (int i = 1; i < n - 1; ++i) {
// TOGETHER-NEXT:    v[i] = u[i]
// TOGETHER:         const double v_i_seed = v_bar[i];
// TOGETHER:         u_bar[i - 1] +=
// TOGETHER:         u_bar[i + 1] +=
// TOGETHER-NEXT:  }
[[ad::differentiate(reverse)]] void heat(const double *u, double *v, int n, double c) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

// Rows are no neighbours.
// CHECK:      void grid_reverse(
// CHECK:        for (int i = 1; i < n - 1; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     for (int j = 1; j < n - 1; ++j) {
// CHECK-NEXT:       v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
// CHECK-NEXT:       const double v_i_j_seed = v_bar[i][j];
// CHECK-NEXT:       u_bar[i - 1][j] += 0.25 * v_i_j_seed;
// CHECK-NEXT:       u_bar[i + 1][j] += 0.25 * v_i_j_seed;
// CHECK-NEXT:       u_bar[i][j - 1] += 0.25 * v_i_j_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 1; j < n - 1; ++j) {
// CHECK-NEXT:       const double v_i_j_seed = v_bar[i][j];
// CHECK-NEXT:       v_bar[i][j] = 0;
// CHECK-NEXT:       u_bar[i][j + 1] += 0.25 * v_i_j_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void grid(const double (*u)[64], double (*v)[64], int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

// In place, iterations wait for each other: nothing to split.
// CHECK:      void sweep_reverse(
// CHECK:        // reverse sweep
// CHECK-NEXT:   if (n - 1 > 1) {
// CHECK:          for (int i = n - 1; i-- > 1;) {
// CHECK-NOT:      {{for \(}}
// CHECK:          u_bar[1] = u_bar_behind;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void sweep(double *u, int n) {
  for (int i = 1; i < n - 1; ++i)
    u[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
}

// A sum in memory keeps the adjoints beside it waiting; one in a variable does not.
// CHECK:      void product_reverse(
// CHECK:        for (int i = 0; i < m; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     for (int j = 0; j < n; ++j)
// CHECK-NEXT:       y[i] += a[i * n + j] * x[j];
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       a_bar[i * n + j] += x[j] * y_bar[i];
// CHECK-NEXT:       x_bar[j] += a[i * n + j] * y_bar[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void product(const double *a, const double *x, double *y, int m,
                                            int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
}
// CHECK:      double energy_reverse(
// CHECK:        for (int i = 1; i < n; ++i) { // each iteration is reversed at once
// CHECK:          x_bar[i] += d_bar;
// CHECK-NEXT:     x_bar[i - 1] -= d_bar;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    const double d = x[i] - x[i - 1];
    e += d * d * d;
  }
  return e;
}

// What all neighbours get, and takes some arithmetic, is left where the last loop clears.
// (Loops that run again and again are gathered otherwise: gather_stencils.cpp.)
// SCATTER-LABEL: double conducted_reverse(
// SCATTER:           for (int i = 1; i < n - 1; ++i) {
// SCATTER:             k_bar_sum +=
// SCATTER:             const double [[FLOW:t_bar[_0-9]*]] =
// SCATTER-NEXT:        u_bar[i] +=
// SCATTER-NEXT:        r_bar[i] = [[FLOW]];
// SCATTER-NEXT:      }
// SCATTER-NEXT:      for (int i = 1; i < n - 1; ++i)
// SCATTER-NEXT:        u_bar[i - 1] += r_bar[i];
// SCATTER-NEXT:      for (int i = 1; i < n - 1; ++i) {
// SCATTER-NEXT:        u_bar[i + 1] += r_bar[i];
// SCATTER-NEXT:        r_bar[i] = 0;
// SCATTER-NEXT:      }
[[ad::differentiate(reverse)]]
double conducted(const std::vector<double> &start, double k, double dx, int steps) {
  const int n = start.size();
  std::vector<double> u(start), r(start.size());
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      r[i] = k * (1 + 0.1 * u[i]) / (dx * dx) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 0; i < n; ++i)
      u[i] += 0.1 * r[i];
  }
  return n ? u[0] : 0;
}
