// A number that is written through a pointer or a reference: it is tested on entry whether it lies
// inside of an array that is read. A few numbers that are read are recorded instead.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

// CHECK:      void pointed_reverse(
// CHECK-NEXT:   if (ad::overlap(x, n, out, 1))
// CHECK-NEXT:     return pointed_reverse_overlapping(x, x_bar, out, out_bar, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   const double sum_bar = *out_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     sum += x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   *out = sum;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   *out_bar = 0;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void pointed(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  *out = sum;
}

// CHECK:      void referred_reverse(
// CHECK-NEXT:   if (ad::overlap(x, n, &out, 1))
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
[[ad::differentiate(reverse)]]
void referred(const double *x, double &out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  out = sum;
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
