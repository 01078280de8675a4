// A number that is written through a pointer or a reference is stored when the reverse sweep is over,
// if the function ends with that; else it is tested on entry whether it lies inside of an array that
// is read. A few numbers that are read are recorded instead.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-defer \
// RUN:   | FileCheck %s --check-prefix=STORED

// STORED:      void pointed_reverse(
// STORED-NEXT:   if (ad::overlap(x, n, out, 1))
// STORED:        *out = sum;
// STORED-NEXT:   // reverse sweep
// STORED-NEXT:   *out_bar = 0;
// CHECK:      void pointed_reverse(const double *x, double *x_bar, double *out, double *out_bar, int n) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const double sum_bar = *out_bar;
// CHECK-NEXT:   *out_bar = 0;
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     sum += x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   *out = sum;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void pointed(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  *out = sum;
}

// What the reverse sweep takes back has a name of its own.
// CHECK:      void two_reverse(
// CHECK:        const double a_value = s;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   b_bar = 0;
// CHECK:        a = a_value;
// CHECK-NEXT:   b = 2;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void two(const double *x, double &a, double &b, int n) {
  double s = 1;
  for (int i = 0; s < 50; ++i)
    s = s * s + x[i % n];
  a = s;
  b = 2;
}

// CHECK:      void summed_reverse(
// CHECK-NEXT:   if (ad::overlap(x, n, &out, 1))
// CHECK-NEXT:     return summed_reverse_overlapping(x, x_bar, out, out_bar, n);
// CHECK:        x_bar[i] += 2 * x[i] * out_bar;
[[ad::differentiate(reverse)]]
void summed(const double *x, double &out, int n) {
  for (int i = 0; i < n; ++i)
    out += x[i] * x[i];
}

// Ten rows are more than a few numbers; sum is that, but where it is tested, it counts as apart in its
// loops, too: their adjoint goes along the rows.
// CHECK:      void rows_reverse(
// CHECK-NEXT:               double (*b_bar)[12], double *sum, double *sum_bar) {
// CHECK-NEXT:   if (ad::overlap(a, 10, sum, 12) || ad::overlap(b, 12, sum, 12))
// CHECK-NOT:    tape
// CHECK:            double a_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int p = 0; p < 12; ++p) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         a_bar_sum += b[s][p] * sum_bar[p];
// CHECK-NEXT:         b_bar[s][p] += a[q][s] * sum_bar[p];
// CHECK:      }
[[ad::differentiate(reverse)]]
void rows(const double a[10][12], const double b[12][12], double sum[12]) {
  for (int q = 0; q < 10; ++q)
    for (int p = 0; p < 12; ++p) {
      sum[p] = 0.0;
      for (int s = 0; s < 12; ++s)
        sum[p] += a[q][s] * b[s][p];
    }
}

// Its address is taken.
// CHECK-NOT:  ad::overlap
// CHECK:      void walked_reverse(
// CHECK:        x_i_at[i] = x[i];
[[ad::differentiate(reverse)]]
void walked(const double *x, double &out, int n) {
  double *p = &out;
  for (int i = 0; i < n; ++i)
    p[i] += x[i] * x[i];
}

// Two numbers.
// CHECK-NOT:  ad::overlap
// CHECK:      void step_reverse(
[[ad::differentiate(reverse)]]
void step(double &angle, double &velocity, double dt) {
  velocity -= dt * angle * angle;
  angle += dt * velocity * velocity;
}
