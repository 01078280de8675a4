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

// Rows above and below are other elements, where no row is longer than n.
// CHECK-LABEL: double relaxed_reverse(
// CHECK:          if (n - 1 > 1) {
// CHECK-NEXT:       double u_bar_here = u_bar[i * n + (n - 1) - 1];
// CHECK-NEXT:       double u_bar_behind = u_bar[i * n + (n - 1)];
// CHECK-NEXT:       for (int j = n - 1; j-- > 1;) {
// CHECK-NEXT:         double u_bar_before = u_bar[i * n + j - 1];
// CHECK-NEXT:         const double u_i_n_j_seed = u_bar_here;
// CHECK-NEXT:         u_bar_here = 0;
// CHECK-NEXT:         u_bar_before += 0.25 * u_i_n_j_seed;
// CHECK-NEXT:         u_bar_behind += 0.25 * u_i_n_j_seed;
// CHECK-NEXT:         u_bar[(i - 1) * n + j] += 0.25 * u_i_n_j_seed;
// CHECK-NEXT:         u_bar[(i + 1) * n + j] += 0.25 * u_i_n_j_seed;
// CHECK-NEXT:         u_bar[i * n + j + 1] = u_bar_behind;
// CHECK-NEXT:         u_bar_behind = u_bar_here;
// CHECK-NEXT:         u_bar_here = u_bar_before;
// CHECK-NEXT:       }
// CHECK-NEXT:       u_bar[i * n] = u_bar_here;
// CHECK-NEXT:       u_bar[i * n + 1] = u_bar_behind;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return u[n + 1];
[[ad::differentiate(reverse)]] double relaxed(double *u, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      u[i * n + j] =
          0.25 * (u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j]);
  return u[n + 1];
}

// Those of which this is not known may begin anywhere.
// CHECK-LABEL: double relaxed_by_rows_reverse(
// CHECK-NOT:     u_bar_before
// CHECK:         return
[[ad::differentiate(reverse)]] double relaxed_by_rows(double *u, int n, int row) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      u[i * row + j] = 0.25 * (u[i * row + j - 1] + u[(i - 1) * row + j]);
  return u[n + 1];
}
