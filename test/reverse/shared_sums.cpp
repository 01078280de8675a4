// Sums of the same products, times what stays the same, are formed once.

// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-factor \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reassociate \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-LABEL: {{^}}double weighted_reverse(
// OFF-NOT:   if (t_bar{{.*}}_sum != 0)
// OFF:       return

#include <vector>

// CHECK-LABEL: {{^}}double weighted_reverse(
// CHECK:       const double z_inverse = 1 / z;
// CHECK-NEXT:  for (int j = 0; j < n; ++j) {
// CHECK-NEXT:    double [[SUM:[a-z_0-9]+]] = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:    for (int k = 0; k < d; ++k) {
// CHECK-NEXT:      #pragma clang fp reassociate(on)
// CHECK-NEXT:      [[SUM]] += v[j * d + k] * out_bar[k];
// CHECK-NEXT:      v_bar[j * d + k] +=
// CHECK-NEXT:    }
// CHECK-NEXT:    if ([[SUM]] != 0) {
// CHECK-NEXT:      p_bar[j] += z_inverse * [[SUM]];
// CHECK-NEXT:      z_bar_sum -= p[j] * z_inverse * z_inverse * [[SUM]];
// CHECK-NEXT:    }
[[ad::differentiate(reverse)]]
double weighted(const double *p, double z, const double *v, int n, int d) {
  double out[64] = {};
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < d; ++k)
      out[k] += p[j] / z * v[j * d + k];
  double loss = 0;
  for (int k = 0; k < d; ++k)
    loss += out[k] * out[k];
  return loss;
}

// What constants of the iteration are made of counts, and two sums of one parameter.
// CHECK-LABEL: {{^}}double stencil_reverse(
// CHECK:         double sum = 0;
// CHECK-NEXT:    double sum_1 = 0;
// CHECK-NEXT:    for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:      #pragma clang fp reassociate(on)
// CHECK-NOT:       _bar_sum
// CHECK:           sum += u_1_then[i] * (u_1_then[i + 1] - u_1_then[i - 1]) * v_bar[i];
// CHECK-NOT:       _bar_sum
// CHECK:           sum_1 += (u_1_then[i + 1] - 2 * u_1_then[i] + u_1_then[i - 1]) * v_bar[i];
// CHECK:         if (sum_1 != 0) {
// CHECK-NOT:     for
// CHECK:         if (sum != 0) {
[[ad::differentiate(reverse)]]
double stencil(std::vector<double> u, int n, int steps, double nu, double dt, double dx) {
  std::vector<double> v(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      v[i] = u[i] - dt * u[i] * (u[i + 1] - u[i - 1]) / (2 * dx) +
             nu * dt * (u[i + 1] - 2 * u[i] + u[i - 1]) / (dx * dx);
    u.swap(v);
  }
  return u[0] + u[1];
}
