// [[ad::constant]]: what it marks has no adjoint, and nothing is computed or recorded for one.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Settings {
  double gain;
  [[ad::constant]] double limit;
};
[[ad::constant]] double lookup(double x) { return x * x + 1; }

// CHECK:      double f_reverse(double x, double &x_bar, double y, double f_bar) {
// CHECK-NEXT:   const double exp_x_y = std::exp(x * y);
// CHECK-NEXT:   x_bar += y * exp_x_y * f_bar;
// CHECK-NEXT:   return exp_x_y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double f(double x, [[ad::constant]] double y) {
  return std::exp(x * y);
}

// CHECK:      double weighted_reverse(const double *w, const double *x, double *x_bar, int n,
// CHECK-NEXT:                         double weighted_bar) {
// CHECK-NOT:  {{w_bar|tape}}
// CHECK:        return s;
[[ad::differentiate(reverse)]] double weighted([[ad::constant]] const double *w, const double *x,
                                               int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * x[i] * x[i];
  return s;
}

// CHECK:      double field_reverse(const Settings &s, Settings &s_bar, double x, double &x_bar,
// CHECK-NEXT:                      double field_bar) {
// CHECK-NOT:  s_bar.limit
// CHECK:        s_bar.gain += x * s.limit * field_bar;
// CHECK-NEXT:   x_bar += s.gain * s.limit * field_bar;
// CHECK-NEXT:   return
[[ad::differentiate(reverse)]] double field(const Settings &s, double x) {
  return s.gain * x * s.limit;
}

// CHECK:      double frozen_reverse(double x, double &x_bar, double y, double &y_bar, double frozen_bar) {
// CHECK-NEXT:   const double z = x * y;
// CHECK-NEXT:   x_bar += z * frozen_bar;
// CHECK-NEXT:   y_bar += frozen_bar;
// CHECK-NEXT:   return z * x + y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double frozen(double x, double y) {
  [[ad::constant]] double z = x * y;
  return z * x + y;
}

// A constant function is called as it is; nothing flows through it.
// CHECK:      double unseen_reverse(double x, double &x_bar, double unseen_bar) {
// CHECK-NOT:  lookup_
// CHECK:        x_bar += {{.*}} * unseen_bar;
// CHECK-NOT:  x_bar
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] double unseen(double x) { return x * lookup(x); }

// What is never read by an active statement has no adjoint either.
// CHECK:      double bystander_reverse(double x, double &x_bar, int n, double bystander_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   double time = 0;
// CHECK-NEXT:   int count = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     time += 0.1;
// CHECK-NEXT:     ++count;
// CHECK-NEXT:     x_1 *= 2;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double x_1_bar = bystander_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;)
// CHECK-NEXT:     x_1_bar *= 2;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1 + count + time;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double bystander(double x, int n) {
  double time = 0;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    time += 0.1;
    ++count;
    x *= 2;
  }
  return x + count + time;
}

int main() {
  const double w[] = {2, -1};
  double x_bar = 0, y_bar = 0, pair_bar[2] = {};
  expect("f", f_reverse(0.5, x_bar, 3), std::exp(1.5));
  expect("f, x_bar", x_bar, 3 * std::exp(1.5));
  const double x[] = {0.5, 0.7};
  expect("weighted", weighted_reverse(w, x, pair_bar, 2), 2 * 0.25 - 0.49);
  expect("weighted, x_bar", pair_bar[1], -2 * 0.7);
  Settings s_bar{0, 7};
  x_bar = 0;
  expect("field", field_reverse({2, 3}, s_bar, 5, x_bar), 30);
  expect("field, gain", s_bar.gain, 15);
  expect("field, limit", s_bar.limit, 7);
  expect("field, x_bar", x_bar, 6);
  x_bar = 0;
  expect("frozen", frozen_reverse(2, x_bar, 3, y_bar), 15);
  expect("frozen, x_bar", x_bar, 6);
  expect("frozen, y_bar", y_bar, 1);
  x_bar = 0;
  expect("unseen", unseen_reverse(3, x_bar), 30);
  expect("unseen, x_bar", x_bar, 10);
  x_bar = 0;
  expect("bystander", bystander_reverse(3, x_bar, 2), 14.2);
  expect("bystander, x_bar", x_bar, 4);
  return finish();
}
