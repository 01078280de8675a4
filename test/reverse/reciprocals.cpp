// Adjoints that are divided by the same number several times are multiplied with its reciprocal,
// formed ahead of the loop, or of the block's first quotient. What the primal divides stays as it
// is, and so does everything where both modes are to give the same bits.

// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reciprocals \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-reassociate \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: inverse

#include <cmath>

// CHECK-LABEL: {{^}}double normalised_reverse(
// CHECK:         p[i] = z[i] / s;
// CHECK:       const double s_inverse = 1 / s;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:  for (int i = 0; i < n; ++i) {
// CHECK-NEXT:    #pragma clang fp reassociate(on)
// CHECK:         const double t_bar = p_i_seed * s_inverse;
// CHECK-NEXT:    z_bar[i] += t_bar;
// CHECK-NEXT:    s_bar -= p[i] * t_bar;
[[ad::differentiate(reverse)]]
double normalised(const double *__restrict z, double *__restrict p, int n) {
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
// CHECK-LABEL: {{^}}double averaged_reverse(
// CHECK:       const double inverse = 1.0 / n;
// CHECK:         y[i] = x[i] * x[i] / n;
// CHECK:         * inverse
[[ad::differentiate(reverse)]]
double averaged(const double *__restrict x, double *__restrict y, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] / n;
    e += y[i] * y[i];
  }
  return e;
}

// In a block: all that is divided by the pivot of this row.
// CHECK-LABEL: {{^}}double solved_reverse(
// CHECK:         const double m_inverse = 1 / m;
// CHECK-NEXT:    const double t_bar = d_i_seed * m_inverse;
// CHECK-NOT:     /
// CHECK:         const double t_bar_1 = c_i_seed * m_inverse;
// CHECK-NOT:     /
// CHECK:       }
[[ad::differentiate(reverse)]]
double solved(const double *__restrict a, const double *__restrict b, double *__restrict c,
              double *__restrict d, int n) {
  for (int i = 1; i < n; ++i) {
    const double m = b[i] - a[i] * c[i - 1];
    c[i] = a[i] / m;
    d[i] = (b[i] - a[i] * d[i - 1]) / m;
  }
  return d[n - 1];
}

// What an adjoint reads of a call and of what that is made of is computed once; a square takes one
// reciprocal.
// CHECK-LABEL: {{^}}double softmin_reverse(
// CHECK:         exp_a_i_gamma_at[i - 1] = std::exp(a[i] / gamma);
// CHECK-NEXT:    exp_e_b_i_gamma_at[i - 1] = std::exp(e * b[i] / gamma);
// CHECK-NEXT:    log_exp_exp_at[i - 1] = std::log(exp_a_i_gamma_at[i - 1] + exp_e_b_i_gamma_at[i - 1]);
// CHECK:       const double gamma_inverse = 1 / gamma;
// CHECK-NEXT:  for (
// CHECK:         a_bar[i] += e * e_bar + t_bar_1 * gamma_inverse;
// CHECK:         a[i] * gamma_inverse * (t_bar_1 * gamma_inverse)
[[ad::differentiate(reverse)]]
double softmin(const double *a, const double *b, int n, double gamma) {
  double e = 0;
  for (int i = 1; i < n; ++i)
    e = e * a[i] - gamma * std::log(std::exp(a[i] / gamma) + std::exp(e * b[i] / gamma));
  return e;
}

// What divides once, and is another number each time, divides.
// CHECK-LABEL: {{^}}double once_reverse(
// CHECK-NOT: inverse
// CHECK:       a_bar[i] += e_bar / (1 + static_cast<double>(i) * i);
// CHECK-LABEL: {{^}}double guarded_reverse(
[[ad::differentiate(reverse)]]
double once(const double *a, int n) {
  double e = 1;
  for (int i = 1; i < n; ++i)
    e += a[i] / (1 + double(i) * i);
  return e;
}

// What only a branch divides by gets its reciprocal there. What functions are given stays as it is.
// CHECK:         if (b[i] > 0) {
// CHECK-NEXT:      exp_a_i_b_i = std::exp(a[i] / b[i]);
// CHECK:         if (b[i] > 0) {
// CHECK-NEXT:      const double inverse = 1 / b[i];
// CHECK-NEXT:      const double t_bar = choice_bar * inverse;
// CHECK-NEXT:      const double t_bar_1 = -exp_a_i_b_i * choice_bar;
[[ad::differentiate(reverse)]]
double guarded(const double *a, const double *b, int n) {
  double e = 1;
  for (int i = 1; i < n; ++i)
    e += b[i] > 0 ? (a[i] + 3 / a[i]) / b[i] - std::exp(a[i] / b[i]) : 0;
  return e;
}

// A reciprocal that the user forms serves adjoints, too.
// CHECK-LABEL: {{^}}double unit_reverse(
// CHECK:         const double scale = 1 / length;
// CHECK:         const double t_bar = (length == 0 ? 0 : scale) * length_bar;
// OFF-LABEL:   {{^}}double unit_reverse(
// OFF:           length == 0 ? 0 : {{.*}} / length
[[ad::differentiate(reverse)]]
double unit(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double length = std::sqrt(x[i] * x[i] + y[i] * y[i]), scale = 1 / length;
    sum += (x[i] + 2 * y[i]) * scale;
  }
  return sum;
}
