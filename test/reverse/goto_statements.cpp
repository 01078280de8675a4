// Gotos become a variable that tells which label comes next, branches and loops.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s

// A loop is left by a break, what follows it is skipped.
// CHECK-LABEL: double limited_reverse(
// CHECK:        int label = 0;
// CHECK:          if (s > limit) {
// CHECK-NEXT:       label = 1;
// CHECK-NEXT:       break;
// CHECK:        if (label == 0)
// CHECK-NEXT:     s *= 2;
[[ad::differentiate(reverse)]]
double limited(const double *x, int n, double limit) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    if (s > limit)
      goto done;
  }
  s *= 2;
done:
  return s * x[0];
}

// Back to a label: a loop.
// CHECK-LABEL: double repeated_reverse(
// CHECK:        do {
// CHECK:          label = 0;
// CHECK:          if (i < n)
// CHECK-NEXT:       label = 1;
// CHECK:        } while (label == 1);
[[ad::differentiate(reverse)]]
double repeated(double x, int n) {
  int i = 0;
  double s = 1;
again:
  s *= x;
  ++i;
  if (i < n)
    goto again;
  s *= s;
  return s;
}
