// Common factors of sums are taken out where that saves multiplications, and products in loops begin
// with what others have, too. Not where one iteration waits for another.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-factor \
// RUN:   | FileCheck %s --check-prefix=OFF
#include <cmath>

// CHECK-LABEL: {{^}}void attract_reverse(
// CHECK:         const double pull_bar = d * (m[i + 1] * v_bar[i] - m[i] * v_bar[i + 1]);
// CHECK-NEXT:    const double d_bar =
// CHECK-NEXT:        pull * (m[i + 1] * v_bar[i] - m[i] * v_bar[i + 1] - 2 * d * pull * pull_bar);
// OFF-LABEL:   {{^}}void attract_reverse(
// OFF:           const double pull_bar = m[i + 1] * d * v_bar[i] - m[i] * d * v_bar[i + 1];
[[ad::differentiate(reverse)]]
void attract(const double *x, [[ad::constant]] const double *m, double *v, int n) {
  for (int i = 0; i + 1 < n; ++i) {
    const double d = x[i + 1] - x[i], pull = 1 / (d * d + 1);
    v[i] += m[i + 1] * pull * d;
    v[i + 1] -= m[i] * pull * d;
  }
}

// A seed takes in the number of all its uses; its root is one division.
// CHECK-LABEL: double norms_reverse(
// CHECK:         const double t_bar = sqrt_value == 0 ? 0 : sum_bar / sqrt_value;
// CHECK-NEXT:    x_bar[i] += x[i] * t_bar;
// CHECK-NEXT:    y_bar[i] += y[i] * t_bar;
// OFF-LABEL:   double norms_reverse(
// OFF:           const double t_bar = (sqrt_value == 0 ? 0 : 0.5 / sqrt_value) * sum_bar;
// OFF-NEXT:      x_bar[i] += 2 * x[i] * t_bar;
[[ad::differentiate(reverse)]] double norms(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::sqrt(x[i] * x[i] + y[i] * y[i]);
  return sum;
}

// What two sums have between the parentheses gets a name.
// CHECK-LABEL: double twins_reverse(
// CHECK:         const double t_bar = m[1] * g_bar + m[0] * f_bar;
// CHECK-NEXT:    u_bar += v * t_bar;
// CHECK-NEXT:    v_bar += u * t_bar;
[[ad::differentiate(reverse)]]
double twins(double u, double v, [[ad::constant]] const double *m) {
  const double f = m[0] * u * v, g = m[1] * u * v;
  return std::sin(f) + std::cos(g);
}

// A number with a root of itself is a power.
// CHECK-LABEL: double power_reverse(
// CHECK-NEXT:    const double sqrt_x = std::sqrt(x);
// CHECK-NEXT:    x_bar += 1.5 * sqrt_x * power_bar;
[[ad::differentiate(reverse)]] double power(double x) { return x * std::sqrt(x); }

// Each step waits for the one behind it.
// CHECK-LABEL: double waits_reverse(
// CHECK:         const double s_1_before_bar = a * b * t_bar + c * t_bar;
[[ad::differentiate(reverse)]] double waits(double a, double b, double c, double s, int n) {
  for (int i = 0; i < n; ++i) {
    const double t = a * s * b + c * s;
    s = 0.5 * t * t * a;
  }
  return s;
}

// What multiplies a quotient that it divides, too, is left out.
// CHECK-LABEL: {{^}}double inverse_cubes_reverse(
// CHECK:         const double square_bar = -1.5 * (pull / square) * pull_bar;
// OFF-LABEL:   {{^}}double inverse_cubes_reverse(
// OFF:           * (pull / (square * sqrt_square)) *
[[ad::differentiate(reverse)]]
double inverse_cubes(const double *x, const double *y, [[ad::constant]] double g, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double square = x[i] * x[i] + y[i] * y[i];
    const double pull = g / (square * std::sqrt(square));
    sum += pull * (x[i] - 3 * y[i]);
  }
  return sum;
}
