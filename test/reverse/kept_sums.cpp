// A factor that is a sum of what is overwritten later is kept as one number, not as what it is made
// of, unless that is needed by itself.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-cut \
// RUN:   | FileCheck --check-prefix=LEAVES %s
#include <cmath>

// CHECK-LABEL: void smooth_reverse(
// CHECK:         sum_at[t][i - 1] = u[i - 1] + u[i + 1] - 2 * u[i];
// CHECK-NEXT:    u[i] += c * sum_at[t][i - 1];
// CHECK:         c_bar_sum += sum_at[t][i - 1] * u_i_seed;
// LEAVES-LABEL: void smooth_reverse(
// LEAVES:         c_bar_sum += (u_i_1_at[t][i - 1] + u_i_1_1_at[t][i - 1] - 2 * u_i_at[t][i - 1]) * u_i_seed;
[[ad::differentiate(reverse)]] void smooth(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += c * (u[i - 1] + u[i + 1] - 2 * u[i]);
}

// u[i] and u[i - 1] are needed: their difference would be a third number.
// CHECK-LABEL: double burgers_reverse(
// CHECK-NOT:     sum_at
// CHECK:         return
[[ad::differentiate(reverse)]] double burgers(double *u, int n, double c) {
  for (int i = 1; i < n; ++i)
    u[i] -= c * u[i] * (u[i] - u[i - 1]) * u[i - 1];
  return u[n - 1];
}

// The same of what a function is given.
// CHECK-LABEL: double sines_reverse(
// CHECK:         sum_at[i] = u[i] + v[i];
// CHECK-NEXT:    s += std::sin(sum_at[i]);
// CHECK:         const double t_bar = std::cos(sum_at[i]) * s_bar;
[[ad::differentiate(reverse)]] double sines(double *u, double *v, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s += std::sin(u[i] + v[i]);
    u[i] = 2;
    v[i] = s;
  }
  return s;
}
