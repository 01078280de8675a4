// Of functions that are written out, the arrays that they were given are left, by their own names.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

static void rates(const double *y, const double *p, double *out) {
  out[0] = p[0] * y[0];
  out[1] = p[1] * y[1] - y[0];
}

// CHECK:      double f_forward(
// CHECK-NOT:    *const
// CHECK:        k_dot[0] = p_dot[0] * y[0] + p[0] * y_dot[0];
// CHECK-NEXT:   k[0] = p[0] * y[0];
// CHECK:        return
[[ad::differentiate(forward)]] double f(const double *x, const double *p) {
  double y[2] = {x[0], x[1]}, k[2];
  rates(y, p, k);
  return k[0] * k[1];
}
