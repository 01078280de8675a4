// Sums of adjoints may be formed in any order, sums of the user's may not. A file in which a function
// is annotated `checkpointed`, too, keeps the order of all sums, for the same bits.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reassociate \
// RUN:   | FileCheck %s --check-prefix=ORDER
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -DALSO_CHECKPOINTED \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER-NOT: #pragma
// ORDER:     scale_reverse
// ORDER-NOT: #pragma

// CHECK:      double scale_reverse(
// CHECK:        double t_bar_sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:     t_bar_sum += a_i_at[i] * a_bar[i];
// CHECK-NEXT:     a_bar[i] *= t;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double scale(double *a, int n, double t) {
  for (int i = 0; i < n; ++i)
    a[i] *= t;
  return a[0] * a[1];
}

// What the function itself computes keeps its order.
// CHECK:      void axpy_reverse(
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     y[i] += a * x[i];
// CHECK-NEXT:     {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:       a_bar_sum += x[i] * y_bar[i];
// CHECK-NEXT:       x_bar[i] += a * y_bar[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// Beside a sum of the user's it would be of no use.
// CHECK:      double energy_reverse(
// CHECK-NOT:  #pragma
// CHECK:        return e;
[[ad::differentiate(reverse)]] double energy(const double *x, int n, double k) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += k * x[i] * x[i];
  return e;
}

// Neither would it where a call stands in the loop, or where elements are found by an index.
// CHECK:      void calls_reverse(
// CHECK-NOT:  #pragma
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void calls(const double *x, double *y, int n, double k) {
  for (int i = 0; i < n; ++i)
    y[i] = __builtin_sin(k * x[i]);
}
// CHECK:      void gather_reverse(
// CHECK-NOT:  #pragma
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void gather(const double *x, const int *index, double *y, int n,
                                           double k) {
  for (int i = 0; i < n; ++i)
    y[i] = k * x[index[i]];
}

#ifdef ALSO_CHECKPOINTED
[[ad::differentiate(reverse, checkpointed)]] double other(double x) { return x * x; }
#endif
