// Adjoints that are divided by the same number several times are multiplied with its reciprocal,
// formed ahead of the loop, or of the block's first quotient. What the primal divides stays as it
// is. Calls in calls are called once.

// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reciprocals \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reassociate \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: inverse

#include <cmath>

// CHECK-LABEL: double normalised_reverse(
// CHECK:         p[i] /= s;
// CHECK:       double s_bar = 0;
// CHECK-NEXT:  const double s_inverse = 1 / s;
// CHECK-NEXT:  for (int i = 0; i < n; ++i) {
// CHECK-NEXT:    #pragma clang fp reassociate(on)
// CHECK-NEXT:    const double t_bar = p_bar[i] * s_inverse;
// CHECK-NEXT:    s_bar -= p[i] * t_bar;
[[ad::differentiate(reverse)]]
double normalised(const double *z, double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += z[i];
  for (int i = 0; i < n; ++i)
    p[i] = z[i] / s;
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += p[i] * p[i];
  return e;
}

// An integer is converted first.
// CHECK-LABEL: double averaged_reverse(
// CHECK:         inverse = 1.0 / n
[[ad::differentiate(reverse)]]
double averaged(const double *x, double *y, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] / n;
    e += y[i] * y[i];
  }
  return e;
}

// CHECK-LABEL: double solved_reverse(
[[ad::differentiate(reverse)]]
double solved(const double *a, const double *b, double *c, double *d, int n) {
  for (int i = 1; i < n; ++i) {
    const double m = b[i] - a[i] * c[i - 1];
    c[i] = a[i] / m;
    d[i] = (b[i] - a[i] * d[i - 1]) / m;
  }
  return d[n - 1];
}

// CHECK-LABEL: double softmin_reverse(
[[ad::differentiate(reverse)]]
double softmin(const double *a, const double *b, int n, double gamma) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    e = e * a[i] - gamma * std::log(std::exp(a[i] / gamma) + std::exp(e * b[i] / gamma));
  }
  return e;
}

// What divides once in a block, and varies, divides.
// CHECK-LABEL: double once_reverse(
// CHECK-NOT: inverse
[[ad::differentiate(reverse)]]
double once(const double *a, int n) {
  double e = 1;
  for (int i = 1; i < n; ++i)
    e = (e * e + 1) / a[i];
  return e;
}
