// References: one that names a known object is that object; one that is bound by a condition has an
// adjoint that is bound by the same condition.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double bound_reverse(double x, double &x_bar, double y, double &y_bar, double bound_bar) {
// CHECK-NEXT:   double x_1_bar = 0;
// CHECK-NEXT:   double y_1_bar = 0;
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   double y_1 = y;
// CHECK-NEXT:   double *const target = x_1 > y_1 ? &x_1 : &y_1;
// CHECK-NEXT:   double *const target_bar = x_1 > y_1 ? &x_1_bar : &y_1_bar;
// CHECK-NEXT:   *target *= 2;
// CHECK-NEXT:   x_1_bar += y_1 * bound_bar;
// CHECK-NEXT:   y_1_bar += x_1 * bound_bar;
// CHECK-NEXT:   *target_bar *= 2;
// CHECK-NEXT:   y_bar += y_1_bar;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1 * y_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double bound(double x, double y) {
  double &larger = x > y ? x : y;
  larger *= 2;
  return x * y;
}

// The value before sin is kept; the factor 2 needs none.
// CHECK:      double element_reverse(double *a, double *a_bar, int i, double element_bar) {
// CHECK-NEXT:   const double a_i = a[i];
// CHECK-NEXT:   a[i] = std::sin(a_i);
// CHECK-NEXT:   a[i] *= 2;
// CHECK-NEXT:   a_bar[i] += element_bar;
// CHECK-NEXT:   a_bar[i] *= 2;
// CHECK-NEXT:   a_bar[i] *= std::cos(a_i);
// CHECK-NEXT:   return a[i];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double element(double *a, int i) {
  double &e = a[i];
  e = std::sin(e);
  e *= 2;
  return e;
}

// CHECK:      double renamed_reverse(double x, double &x_bar, double y, double &y_bar, double renamed_bar) {
// CHECK-NOT:  {{[^_]r = |c = }}
// CHECK:        x_1 *= y;
// CHECK:        x_1_bar *= y;
// CHECK:        x_bar += x_1_bar;
[[ad::differentiate(reverse)]] double renamed(double x, double y) {
  double &r = x;
  const double &c = y;
  r *= c;
  return r;
}

// Bound anew in each iteration.
// CHECK:      double rebound_reverse(double x, double &x_bar, double y, double &y_bar, double rebound_bar) {
// CHECK:          double *const target = x_1 > y_1 ? &x_1 : &y_1;
// CHECK-NEXT:     double *const target_bar = x_1 > y_1 ? &x_1_bar : &y_1_bar;
// CHECK-NEXT:     target_bar_at[i] = target_bar;
// CHECK:        for (int i = 4; i-- > 0;) {
// CHECK-NEXT:     double *const target_bar = target_bar_at[i];
// CHECK:          *target_bar *= 0.6;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double rebound(double x, double y) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    double &larger = x > y ? x : y;
    larger *= 0.6;
    sum += larger * x;
  }
  return sum;
}

int main() {
  for (double at : {0.9, 1.7})
    check(
        {1.2, at}, 3,
        [](In x, Out y) {
          y[0] = bound(x[0], x[1]) + renamed(x[0], x[1]);
          y[1] = x[1];
          y[2] = element(y, 1) + rebound(x[0], x[1]);
        },
        nullptr,
        [](In x, Out x_bar, Out y, In y_bar) {
          double b[3] = {y_bar[0], y_bar[1], y_bar[2]};
          y[0] = bound_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]) +
                 renamed_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
          y[1] = x[1];
          y[2] = element_reverse(y, b, 1, y_bar[2]) +
                 rebound_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[2]);
          x_bar[1] += b[1];
        });
  return finish();
}
