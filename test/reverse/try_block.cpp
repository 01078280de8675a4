// A try block is attempted first; then the branch is known, in both sweeps.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s

[[ad::differentiate(reverse)]]
double f(double x) {
  double y;
  try {
    if (x < 0)
      throw 1;
    y = x * x;
  } catch (int) {
    y = 3 * x;
  }
  return y;
}
// CHECK-LABEL: static int f_attempt(double x) {
// CHECK-NEXT:   try {
// CHECK-NEXT:     if (x < 0)
// CHECK-NEXT:       throw 1;
// CHECK-NEXT:   } catch (int) {
// CHECK-NEXT:     return 1;
// CHECK-NEXT:   }
// CHECK-NEXT:   return 0;
// CHECK-LABEL: double f_reverse(double x, double &x_bar, double f_bar) {
// CHECK:        const int caught = f_attempt(x);
// CHECK:        if (caught == 0) {
// CHECK:        if (caught == 0)
// CHECK-NEXT:     x_bar += 2 * x * y_bar;
// CHECK-NEXT:   else
// CHECK-NEXT:     x_bar += 3 * y_bar;
