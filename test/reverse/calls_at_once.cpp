// Calls of functions that only compute, where the adjoint of the result is known ahead of the call,
// are made with both their sweeps at once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -Wno-unused-parameter -fsyntax-only %s \
// RUN:   -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPORT
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-calls-at-once \
// RUN:   | FileCheck %s --check-prefix=HALVES
#include <cmath>

// A recursion that needs no tape is the user's own companion.
// HALVES: minor_of_forward_sweep(tape, a, n, row + 1, used | (1u << column))
// CHECK:      double minor_of_reverse(const double *a, double *a_bar, int n, int row, unsigned int used,
// CHECK-NEXT:                         double minor_of_bar) {
// CHECK-NEXT:   double minor_of_value_1 = 0;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   if (row == n) {
// CHECK-NEXT:     minor_of_value_1 = 1;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     double sum = 0;
// CHECK-NEXT:     double sign = 1;
// CHECK-NEXT:     const double sum_bar = minor_of_bar;
// CHECK-NEXT:     for (int column = 0; column < n; ++column) { // each iteration is reversed at once
// CHECK-NEXT:       if (!((used >> column) & 1)) {
// CHECK-NEXT:         const double sign_before = sign;
// CHECK-NEXT:         const double value = sign_before * a[row * n + column];
// CHECK-NEXT:         const double minor_of_value_bar = value * sum_bar;
// CHECK-NEXT:         const double minor_of_value =
// CHECK-NEXT:             minor_of_reverse(a, a_bar, n, row + 1, used | (1u << column), minor_of_value_bar);
// CHECK-NEXT:         sum += value * minor_of_value;
// CHECK-NEXT:         sign = -sign_before;
// CHECK-NEXT:         const double value_bar = minor_of_value * sum_bar;
// CHECK-NEXT:         a_bar[row * n + column] += sign_before * value_bar;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     minor_of_value_1 = sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   return minor_of_value_1;
// CHECK-NEXT: }
// REPORT: :[[@LINE+9]]:{{[0-9]+}}: remark: 'minor_of' is called with both its sweeps at once: the adjoint of its result is known ahead of the call
[[ad::differentiate(reverse)]]
double minor_of(const double *a, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0;
  double sign = 1;
  for (int column = 0; column < n; ++column)
    if (!(used >> column & 1)) {
      sum += sign * a[row * n + column] * minor_of(a, n, row + 1, used | 1u << column);
      sign = -sign;
    }
  return sum;
}

// One that keeps something does so on the tape of its caller.
// CHECK:      static double model_both_sweeps(ad::tape &tape, const double *p, double *p_bar, int steps, double x,
// CHECK:        double *u_at = tape.array<double>(steps);
// CHECK:        tape.release(u_at);
[[ad::differentiate(reverse)]]
double model(const double *p, int steps, double x) {
  double u = x;
  for (int k = 0; k < steps; ++k)
    u = std::sin(u * p[0]);
  return u;
}

// CHECK:      double weighted_reverse(
// CHECK:        const double exp_p_1 = std::exp(-p[1]);
// CHECK-NEXT:   const double total_bar = exp_p_1 * weighted_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double value = w[i];
// CHECK-NEXT:     const double model_value_bar = value * total_bar;
// CHECK-NEXT:     const double model_value =
// CHECK-NEXT:         model_both_sweeps(tape, p, p_bar, 20, x[i], x_bar[i], model_value_bar);
// CHECK-NEXT:     total += value * model_value;
// CHECK-NEXT:     const double value_bar = model_value * total_bar;
// CHECK-NEXT:     w_bar[i] += value_bar;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]]
double weighted(const double *p, const double *x, const double *w, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += w[i] * model(p, 20, x[i]);
  return std::exp(-p[1]) * total;
}

// The seed depends on the result: two halves, one iteration after the other.
// CHECK:      double squares_reverse(
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double r = model_forward_sweep(tape, p, 20, x[i]);
// CHECK-NEXT:     total += r * r;
// CHECK-NEXT:     const double r_bar = 2 * r * total_bar;
// CHECK-NEXT:     model_reverse_sweep(tape, p, p_bar, 20, x[i], x_bar[i], r_bar);
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]]
double squares(const double *p, const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    const double r = model(p, 20, x[i]);
    total += r * r;
  }
  return total;
}

// Of a product, the last.
// CHECK:      double product_reverse(
// CHECK:        const double model_value = model_forward_sweep(tape, p, 20, x);
// CHECK:            model_both_sweeps(tape, p, p_bar, 10, 0.5, x_bar_1, model_value_1_bar);
// CHECK:        model_reverse_sweep(tape, p, p_bar, 20, x, x_bar, model_value_bar);
[[ad::differentiate(reverse)]]
double product(const double *p, double x) { return model(p, 20, x) * model(p, 10, 0.5); }

// Where something behind a call may throw, adjoints must not have been touched.
// CHECK:      double careful_reverse(
// CHECK:        const double value = model_forward_sweep(tape, p, 20, x);
// CHECK-NEXT:   if (x > 1)
// CHECK-NEXT:     throw 1;
// CHECK:        model_reverse_sweep(
[[ad::differentiate(reverse)]]
double careful(const double *p, double x) {
  const double value = model(p, 20, x);
  if (x > 1)
    throw 1;
  return 2 * value;
}

// Nor is a function called so that throws, or that writes what others see.
static double checks(const double *p, int n) {
  if (n < 0)
    throw n;
  return n == 0 ? p[0] : p[n] * checks(p, n - 1);
}
static double fills(const double *p, double *out, int n) {
  out[n] = p[n] * p[0];
  return n == 0 ? out[0] : out[n] * fills(p, out, n - 1);
}
// CHECK:      double others_reverse(
// CHECK:        const double checks_value = checks_forward_sweep(tape, p, 3);
// CHECK-NEXT:   const double fills_value = fills_forward_sweep(tape, p, out, 3);
[[ad::differentiate(reverse)]]
double others(const double *p, double *out) { return 2 * checks(p, 3) + fills(p, out, 3); }

// In a function that is annotated checkpointed, too, calls stay what they are.
// CHECK:      double bounded_reverse(
// CHECK:        const double model_value = model_forward_sweep(tape, p, 20, x);
[[ad::differentiate(reverse, checkpointed)]]
double bounded(const double *p, double x) { return 2 * model(p, 20, x); }
