// A table that is filled once is filled where the companion begins; scratch memory is local.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
static double weighted(double x, int k) {
  static double weights[4];
  static bool ready = false;
  if (!ready) {
    for (int i = 0; i < 4; ++i)
      weights[i] = 1.0 / (i + 1);
    ready = true;
  }
  return weights[k % 4] * x;
}

// CHECK-LABEL: double f_reverse(const double *x, double *x_bar, int n, double f_bar) {
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double weights[4];
// CHECK-NEXT:    for (int i = 0; i < 4; ++i)
// CHECK-NEXT:      weights[i] = 1.0 / (i + 1);
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    const double s_bar = f_bar;
// CHECK-NEXT:    for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:      s += weights[i % 4] * x[i] * x[i];
// CHECK-NEXT:      x_bar[i] += 2 * weights[i % 4] * x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += weighted(x[i], i) * x[i];
  return s;
}

// CHECK-LABEL: double g_reverse(double x, double &x_bar, double g_bar) {
// CHECK-NEXT:    double pair[2];
// CHECK-NEXT:    pair[0] = x * x;
// CHECK-NEXT:    pair[1] = pair[0] * x;
// CHECK-NEXT:    double pair_bar[2] = {};
// CHECK-NEXT:    pair_bar[1] += pair[0] * g_bar;
// CHECK-NEXT:    pair_bar[0] += pair[1] * g_bar + x * pair_bar[1];
// CHECK-NEXT:    x_bar += pair[0] * pair_bar[1] + 2 * x * pair_bar[0];
// CHECK-NEXT:    return pair[0] * pair[1];
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double g(double x) {
  static double pair[2];
  pair[0] = x * x;
  pair[1] = pair[0] * x;
  return pair[0] * pair[1];
}
