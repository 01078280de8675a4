// A counted loop is run again from snapshots of what it carries; one iteration at a time is
// reversed.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double chain_checkpointed(double x, double &x_bar, int n, double chain_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   ad::checkpoints s_snapshots(n, s);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s_snapshots.pass(i);
// CHECK-NEXT:     s = std::sin(s) * x;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double chain_value = s;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = chain_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     for (int k = s_snapshots.restore(i); k < i; ++k) {
// CHECK-NEXT:       s_snapshots.pass(k);
// CHECK-NEXT:       s = std::sin(s) * x;
// CHECK-NEXT:     }
// CHECK-NEXT:     double s_1 = s;
// CHECK-NEXT:     const double sin_s = std::sin(s_1);
// CHECK-NEXT:     const double s_before = s_1;
// CHECK-NEXT:     s_1 = sin_s * x;
// CHECK-NEXT:     s = s_1;
// CHECK-NEXT:     x_bar += sin_s * s_bar;
// CHECK-NEXT:     s_bar = std::cos(s_before) * x * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return chain_value;
// CHECK-NEXT: }

// CHECK:      void smooth_checkpointed(double *u, double *u_bar, int n, double c, double &c_bar, int steps) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   ad::checkpoints u_snapshots(steps, ad::kept(ad::range(u + 1, n - 1)));
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     u_snapshots.pass(t);
// CHECK-NEXT:     for (int k = 1; k < n; ++k)
// CHECK-NEXT:       u[k] += c * u[k - 1] * u[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double c_bar_sum = 0;
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     for (int k = u_snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       u_snapshots.pass(k);
// CHECK-NEXT:       for (int k_2 = 1; k_2 < n; ++k_2)
// CHECK-NEXT:         u[k_2] += c * u[k_2 - 1] * u[k_2];
// CHECK-NEXT:     }
// CHECK-NEXT:     double *u_k_at = tape.array<double>(n - 1);
// CHECK-NEXT:     for (int k = 1; k < n; ++k) {
// CHECK-NEXT:       u_k_at[k - 1] = u[k];
// CHECK-NEXT:       u[k] += c * u[k - 1] * u[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     if (n > 1) {
// CHECK-NEXT:       double u_bar_here = u_bar[n - 1];
// CHECK-NEXT:       for (int k = n; k-- > 1;) {
// CHECK-NEXT:         double u_bar_before = u_bar[k - 1];
// CHECK-NEXT:         const double u_k_seed = u_bar_here;
// CHECK-NEXT:         c_bar_sum += u[k - 1] * u_k_at[k - 1] * u_k_seed;
// CHECK-NEXT:         u_bar_before += c * u_k_at[k - 1] * u_k_seed;
// CHECK-NEXT:         u_bar_here += c * u[k - 1] * u_k_seed;
// CHECK-NEXT:         u_bar[k] = u_bar_here;
// CHECK-NEXT:         u_bar_here = u_bar_before;
// CHECK-NEXT:       }
// CHECK-NEXT:       u_bar[0] = u_bar_here;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(u_k_at);
// CHECK-NEXT:   }
// CHECK-NEXT:   c_bar += c_bar_sum;
// CHECK-NEXT:   u_snapshots.rewind();
// CHECK-NEXT: }

// CHECK:      double energy_checkpointed(const double *x, double *x_bar, int n, double energy_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double e = 0;
// CHECK-NEXT:   const double e_bar = energy_bar;
// CHECK-NEXT:   for (int i = 1; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double d = x[i] - x[i - 1] - 1;
// CHECK-NEXT:     e += d * d;
// CHECK-NEXT:     const double d_bar = 2 * d * e_bar;
// CHECK-NEXT:     x_bar[i] += d_bar;
// CHECK-NEXT:     x_bar[i - 1] -= d_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return e;
// CHECK-NEXT: }

[[ad::differentiate(forward, checkpointed)]]
double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}

// The state is a range behind a pointer, which the caller finds as the function leaves it. What an
// iteration records lives as long as its reversal.
[[ad::differentiate(forward, checkpointed)]]
void smooth(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int k = 1; k < n; ++k)
      u[k] += c * u[k - 1] * u[k];
}

// Iterations that meet in a sum have nothing to hand on: nothing is recorded, nothing run again.
[[ad::differentiate(forward, checkpointed)]]
double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += d * d;
  }
  return e;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = chain(x[0], 50); },
      [](In x, In d, Out y, Out y_dot) { y[0] = chain_forward(x[0], d[0], 50, y_dot[0]); },
      [](In x, Out bar, Out y, In y_bar) { y[0] = chain_checkpointed(x[0], bar[0], 50, y_bar[0]); });
  check(
      {0.7, 0.2, 0.4, 0.1}, 3,
      [](In x, Out y) {
        copy(x, y, 3);
        smooth(y, 3, x[3], 20);
      },
      [](In x, In d, Out y, Out y_dot) {
        copy(x, y, 3), copy(d, y_dot, 3);
        smooth_forward(y, y_dot, 3, x[3], d[3], 20);
      },
      [](In x, Out bar, Out y, In y_bar) {
        double u_bar[3];
        copy(x, y, 3), copy(y_bar, u_bar, 3);
        smooth_checkpointed(y, u_bar, 3, x[3], bar[3], 20);
        add(u_bar, bar, 3);
      });
  check(
      {0.7, 0.2, 0.4, 0.1}, 1, [](In x, Out y) { y[0] = energy(x, 4); },
      [](In x, In d, Out y, Out y_dot) { y[0] = energy_forward(x, d, 4, y_dot[0]); },
      [](In x, Out bar, Out y, In y_bar) { y[0] = energy_checkpointed(x, bar, 4, y_bar[0]); });
  return finish();
}
