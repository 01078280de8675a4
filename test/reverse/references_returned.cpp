// A reference that a recursive function returns is given back as a pointer.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
static double &largest(double *a, int n) {
  if (n == 1)
    return a[0];
  double &r = largest(a + 1, n - 1);
  return a[0] > r ? a[0] : r;
}

// CHECK-LABEL: // largest_forward_sweep
// CHECK-NEXT:  static void largest_forward_sweep(ad::tape &tape, double *a, double *a_bar, int n, double *&made,
// CHECK-NEXT:                                    double *&made_bar) {
// CHECK-NEXT:    if (n == 1) {
// CHECK-NEXT:      made_bar = &a_bar[0];
// CHECK-NEXT:      made = &a[0];
// CHECK-NEXT:    } else {
// CHECK-NEXT:      double *largest_made = nullptr;
// CHECK-NEXT:      double *largest_made_bar = nullptr;
// CHECK-NEXT:      largest_forward_sweep(tape, a + 1, a_bar + 1, n - 1, largest_made, largest_made_bar);
// CHECK-NEXT:      double *const largest_made_before = largest_made;
// CHECK-NEXT:      double *const largest_made_before_bar = largest_made_bar;
// CHECK-NEXT:      double *const target = a[0] > *largest_made_before ? &a[0] : largest_made_before;
// CHECK-NEXT:      double *const target_bar = a[0] > *largest_made_before ? &a_bar[0] : largest_made_before_bar;
// CHECK-NEXT:      made_bar = target_bar;
// CHECK-NEXT:      made = target;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double f(double *a, int n) {
  return largest(a, n) * a[0];
}
