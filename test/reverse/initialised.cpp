// Adjoints of local arrays begin with what is added to them first; those that a loop has handed on,
// and that are used again, begin anew; nothing clears what nobody uses any more; the tape frees its
// arrays by itself when the function ends.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

// CHECK:      double stage_reverse(
// CHECK:        double at_bar[2] = {p[0] * k_bar[0] - 2 * at[0] * k_bar[1], p[1] * k_bar[1]};
// CHECK-NOT:    at_bar[i] = 0;
static void rates(const double *y, const double *p, double *k) {
  k[0] = p[0] * y[0];
  k[1] = p[1] * y[1] - y[0] * y[0];
}
[[ad::differentiate(reverse)]] double stage(const double *x, const double *p) {
  double at[2], k[2];
  for (int i = 0; i < 2; ++i)
    at[i] = 0.5 * x[i];
  rates(at, p, k);
  return k[0] * k[1];
}

// CHECK:      double both_reverse(
// CHECK:        double k_bar[2][2] = {{[{][{]}}s_bar, 2 * s_bar}, {-s_bar, s_bar{{[}][}]}};
// CHECK-NEXT:   double a_bar = 0;
// CHECK-NEXT:   for (int i = 2; i-- > 0;) {
// CHECK-NOT:      k_bar[i][0] = 0;
// CHECK:        x_bar += a_bar;
// CHECK-NEXT:   return
[[ad::differentiate(reverse)]] double both(double x) {
  double k[2][2], a = x;
  for (int i = 0; i < 2; ++i) {
    k[i][0] = a * a;
    k[i][1] = a * k[i][0];
    a += 0.5 * k[i][1];
  }
  const double s = k[0][0] + 2 * k[0][1] - k[1][0] + k[1][1];
  return s * s;
}

// CHECK:      double twice_reverse(
// CHECK:        for (int i = n; i-- > 0;) {
// CHECK-NOT:    tape.release
// CHECK:        return
[[ad::differentiate(reverse)]] double twice(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * s * x[i];
  return s;
}
