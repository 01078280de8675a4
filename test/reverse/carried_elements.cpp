// Elements of adjoints that one iteration adds to and the next one reads are variables in between.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-carry \
// RUN:   | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: double relax_reverse(
// CHECK:           if (n - 1 > 1) {
// CHECK-NEXT:        double u_bar_here = u_bar[n - 2];
// CHECK-NEXT:        double u_bar_behind = u_bar[n - 1];
// CHECK-NEXT:        for (int i = n - 1; i-- > 1;) {
// CHECK-NEXT:          const double u_bar_before = u_bar[i - 1] + 0.25 * u_bar_here;
// CHECK-NEXT:          u_bar_behind += 0.25 * u_bar_here;
// CHECK-NEXT:          u_bar_here *= 0.5;
// CHECK-NEXT:          u_bar[i + 1] = u_bar_behind;
// CHECK-NEXT:          u_bar_behind = u_bar_here;
// CHECK-NEXT:          u_bar_here = u_bar_before;
// CHECK-NEXT:        }
// CHECK-NEXT:        u_bar[0] = u_bar_here;
// CHECK-NEXT:        u_bar[1] = u_bar_behind;
// CHECK-NEXT:      }
// OFF-LABEL:   double relax_reverse(
// OFF:             for (int i = n - 1; i-- > 1;) {
// OFF-NEXT:          u_bar[i - 1] += 0.25 * u_bar[i];
// OFF-NEXT:          u_bar[i + 1] += 0.25 * u_bar[i];
// OFF-NEXT:          u_bar[i] *= 0.5;
[[ad::differentiate(reverse)]] double relax(double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
  return u[n / 2];
}

// What is read for the last time behind where it was changed is not stored again.
// CHECK-LABEL: double rows_reverse(
// CHECK:           if (n > 1) {
// CHECK-NEXT:        double u_bar_behind = u_bar[j * n + n - 1];
// CHECK-NEXT:        for (int i = n; i-- > 1;) {
// CHECK-NEXT:          const int at = j * n + i;
// CHECK-NEXT:          u_bar_behind = u_bar[at - 1] + 0.5 * u_bar_behind;
// CHECK-NEXT:          u_bar[at - 1] = u_bar_behind;
// CHECK-NEXT:        }
// CHECK-NEXT:      }
[[ad::differentiate(reverse)]] double rows(double *u, int m, int n) {
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i) {
      const int at = j * n + i;
      u[at] += 0.5 * u[at - 1];
    }
  return u[m * n - 1];
}

// Another adjoint may be the same memory where the parameters are.
// CHECK-LABEL: static double meets_reverse_overlapping(
// CHECK:           u_bar[i - 1] += 0.5 * u_bar[i];
// CHECK-LABEL: {{^}}double meets_reverse(
// CHECK:           const double u_bar_before = u_bar[i - 1] + 0.5 * u_bar_here;
// CHECK-NEXT:      v_bar[i] += 3 * u_bar_here;
[[ad::differentiate(reverse)]] double meets(double *u, double *v, int n) {
  for (int i = 1; i < n; ++i)
    u[i] += 0.5 * u[i - 1] + 3 * v[i];
  return u[n - 1] * v[0];
}
