// What is overwritten in place less often than adjoints read it is kept, and put back.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPORT
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-restore \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: end_values
// OFF-NOT: u[i] = u_i_at

// Of the caller's: as the primal leaves it, in the end.
// CHECK:      void relaxation_reverse(
// CHECK:      double **u_i_at = tape.array<double>(steps, n - 2);
// CHECK-NEXT: for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     u_i_at[t][i - 1] = u[i];
// CHECK-NEXT:     u[i] += 0.1 * u[i - 1] * u[i] * u[i + 1];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: ad::tape end_values;
// CHECK-NEXT: double *u_i_end = end_values.array<double>(n - 2);
// CHECK-NEXT: if (0 < steps) {
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:     u_i_end[i - 1] = u[i];
// CHECK-NEXT: }
// CHECK-NEXT: // reverse sweep
// CHECK-NEXT: for (int t = steps; t-- > 0;) {
// CHECK:          for (int i = n - 1; i-- > 1;) {
// CHECK-NEXT:       double u_bar_before = u_bar[i - 1];
// CHECK-NEXT:       u[i] = u_i_at[t][i - 1];
// CHECK:          }
// CHECK:          u_bar[1] = u_bar_behind;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: if (0 < steps) {
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:     u[i] = u_i_end[i - 1];
// CHECK-NEXT: }
// REPORT: :[[@LINE+4]]:{{.*}}what this line overwrites is recorded, and put back in the reverse sweep
[[ad::differentiate(reverse)]] void relaxation(double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.1 * u[i - 1] * u[i] * u[i + 1];
}

// Of the function's own.
// CHECK:      double sweeps_reverse(
// CHECK-NOT:  end_values
// CHECK:          u[i] = u_i_at[t][i - 1];
[[ad::differentiate(reverse)]] double sweeps(double x) {
  double u[9];
  for (int i = 0; i < 9; ++i)
    u[i] = x;
  for (int t = 0; t < 4; ++t)
    for (int i = 1; i < 8; ++i)
      u[i] += 0.1 * u[i - 1] * u[i] * u[i + 1];
  return u[4];
}

// One number for the loop that forms a sum; there may be none where that does not run.
// CHECK:      void product_reverse(
// CHECK:          B_i_n_j_at[i][j] = i + 1 < m ? B[i * n + j] : 0;
// CHECK-NEXT:     for (int k = i + 1; k < m; ++k) {
// CHECK-NEXT:       for (int j = 0; j < n; ++j)
// CHECK-NEXT:         B[i * n + j] += A[k * m + i] * B[k * n + j];
// CHECK:          if (i + 1 < m)
// CHECK-NEXT:       B_i_n_j_end[i][j] = B[i * n + j];
// CHECK:      // reverse sweep
// CHECK:          if (i + 1 < m)
// CHECK-NEXT:       B[i * n + j] = B_i_n_j;
// CHECK-NEXT:     for (int k = i + 1; k < m; ++k) {
// CHECK-NEXT:       const double B_i_n_j_seed = B_bar[i * n + j];
// CHECK-NEXT:       A_bar[k * m + i] += B[k * n + j] * B_i_n_j_seed;
// CHECK:          if (i + 1 < m)
// CHECK-NEXT:       B[i * n + j] = B_i_n_j_end[i][j];
// REPORT: :[[@LINE+6]]:{{.*}}what this line overwrites is recorded, ahead of the loop, and put back
[[ad::differentiate(reverse)]] void product(const double *__restrict A, double *__restrict B, int m,
                                            int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = i + 1; k < m; k++)
        B[i * n + j] += A[k * m + i] * B[k * n + j];
}

// Read as often as it is overwritten: it is recorded when it is read.
// CHECK:      void squares_reverse(
// CHECK-NOT:  u[i] = u_i_at
// CHECK:      2 * u_i_at[t][i]
[[ad::differentiate(reverse)]] void squares(double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      u[i] *= u[i];
}

// Nobody can tell at the end which elements these were.
// CHECK:      void some_reverse(
// CHECK-NOT:  end_values
// CHECK:      // reverse sweep
[[ad::differentiate(reverse)]] void some(double *u, const bool *used, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      if (used[i])
        u[i] += 0.1 * u[i - 1] * u[i] * u[i + 1];
}
