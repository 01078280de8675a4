// What loops of a few iterations compute of numbers in memory, and always the same, is computed ahead
// of them, where arrays are known to be apart.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-products \
// RUN:   | FileCheck %s --check-prefix=OFF

constexpr int dimensions = 3;

// CHECK-LABEL: static void pull_reverse_overlapping(
// CHECK-NOT:     scale
// CHECK-LABEL: {{^}}void pull_reverse(
// CHECK:         const double factor = force[i] * 0.5;
// CHECK:         const double scale = mass[i] * factor;
// CHECK-NEXT:    const double scale_1 = mass[i + 1] * factor;
// CHECK-NEXT:    for (int k = 0; k < dimensions; ++k) { // each iteration is reversed at once
// CHECK-NEXT:      v[3 * i + k] += scale * x[3 * i + k];
// CHECK-NEXT:      v[3 * i + 3 + k] -= scale_1 * x[3 * i + k];
// CHECK:           x_bar[3 * i + k] -= scale_1 * v_3_i_3_k_seed;
// CHECK:           x_bar[3 * i + k] += scale * v_3_i_k_seed;
// OFF-NOT:       scale
[[ad::differentiate(reverse)]]
void pull(const double *x, [[ad::constant]] const double *mass, const double *force, double *v,
          int n) {
  for (int i = 0; i + 1 < n; ++i) {
    const double factor = force[i] * 0.5;
    for (int k = 0; k < dimensions; ++k) {
      v[3 * i + k] += mass[i] * factor * x[3 * i + k];
      v[3 * i + 3 + k] -= mass[i + 1] * factor * x[3 * i + k];
    }
  }
}

// Not what the loop changes, what a condition leads to, or what may be out of reach.
// CHECK-LABEL: {{^}}void stays_reverse(
// CHECK-NOT:     scale
// CHECK:         // reverse sweep
[[ad::differentiate(reverse)]]
void stays([[ad::extent(4)]] const double *x, [[ad::extent(4)]] double *v,
           [[ad::extent(n)]] const double *w, int n, bool has) {
  for (int k = 0; k < 3; ++k)
    v[k] = v[0] * w[0] + x[k];
  for (int k = 0; k < 3; ++k)
    v[k] += has ? w[n - 1] * w[n - 2] * x[k] : x[k];
  for (int k = 0; k < n; ++k)
    v[0] += w[n - 1] * w[n - 2] * x[k % 4];
}
