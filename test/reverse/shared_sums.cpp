// Sums of the same products, times what stays the same, are formed once.

// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-factor \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reassociate \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-LABEL: {{^}}double weighted_reverse(
// OFF-NOT:   if (t_bar{{.*}}_sum != 0)
// OFF:       return

// CHECK-LABEL: {{^}}double weighted_reverse(
// CHECK:       const double z_inverse = 1 / z;
// CHECK-NEXT:  for (int j = 0; j < n; ++j) {
// CHECK-NEXT:    double [[SUM:[a-z_0-9]+]] = 0;
// CHECK-NEXT:    for (int k = 0; k < d; ++k) {
// CHECK-NEXT:      #pragma clang fp reassociate(on)
// CHECK-NEXT:      [[SUM]] += v[j * d + k] * out_bar[k];
// CHECK-NEXT:      v_bar[j * d + k] +=
// CHECK-NEXT:    }
// CHECK-NEXT:    if ([[SUM]] != 0) {
// CHECK-NEXT:      p_bar[j] += z_inverse * [[SUM]];
// CHECK-NEXT:      z_bar_sum -= z_inverse * z_inverse * p[j] * [[SUM]];
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
