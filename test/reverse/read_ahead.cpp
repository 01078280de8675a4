// An element that stays the same while a loop runs is read, and recorded, once, ahead of the loop.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-hold \
// RUN:   | FileCheck %s --check-prefix=OFF

// b[k] is overwritten by the iteration before, and by the second loop.
// CHECK:      void solve_reverse(
// CHECK:      for (int k = 0; k < n; ++k) {
// CHECK-NEXT:   const double b_k = k + 1 < n ? b[k] : 0;
// CHECK-NEXT:   b_k_at[k] = b_k;
// CHECK-NEXT:   for (int i = k + 1; i < n; ++i)
// CHECK-NEXT:     b[i] -= A[i * n + k] * b_k;
// CHECK:      // reverse sweep
// CHECK:        const double b_k = b_k_at[k];
// CHECK:          A_bar[i * n + k] -= b_k * b_i_seed;
// OFF:        void solve_reverse(
// OFF-NOT:    k + 1 < n ? b[k] : 0
// OFF:        // reverse sweep
[[ad::differentiate(reverse)]] void solve(const double *A, double *b, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i)
      b[i] -= A[i * n + k] * b[k];
  for (int i = 0; i < n; ++i)
    b[i] *= A[i * n + i];
}

// What the loop itself may overwrite is recorded by each iteration.
// CHECK:      void changed_reverse(
// CHECK:          b_k_at[k][i] = b[k];
[[ad::differentiate(reverse)]] void changed(double *b, const double *c, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      b[i] -= b[k] * c[i];
}
