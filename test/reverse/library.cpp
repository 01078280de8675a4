// std::array, range-for, structured bindings, std::swap, min, max and clamp.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"
#include <algorithm>
#include <array>
#include <utility>

using Three = std::array<double, 3>;
struct Pair {
  double a, b;
};
Pair make(double x, double y) { return {x * y, x + y}; }

// CHECK:      double dot_reverse(const std::array<double, 3> &a, std::array<double, 3> &a_bar,
// CHECK-NOT:  tape
// CHECK:          a_bar[i] += b[i] * s_bar;
// CHECK-NEXT:     b_bar[i] += a[i] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
[[ad::differentiate(reverse)]] double dot(const Three &a, const Three &b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}

// CHECK:      std::array<double, 3> scaled_reverse(const std::array<double, 3> &a, std::array<double, 3> &a_bar,
// CHECK-NEXT:                                      double t, double &t_bar, std::array<double, 3> scaled_bar) {
// CHECK-NEXT:   const std::array<double, 3> scaled_value = {a[0] * t, a[1] * t, a[2] * t};
// CHECK-NEXT:   a_bar[0] += t * scaled_bar[0];
// CHECK-NEXT:   t_bar += a[0] * scaled_bar[0] + a[1] * scaled_bar[1] + a[2] * scaled_bar[2];
// CHECK-NEXT:   a_bar[1] += t * scaled_bar[1];
// CHECK-NEXT:   a_bar[2] += t * scaled_bar[2];
// CHECK-NEXT:   return scaled_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] Three scaled(const Three &a, double t) {
  return {a[0] * t, a[1] * t, a[2] * t};
}

// Range-for over an array is a counted loop; the elements are still there.
// CHECK:      double ranged_reverse(const double (&a)[3], double (&a_bar)[3], double ranged_bar) {
// CHECK-NOT:  tape
// CHECK:          const double each = a[k];
// CHECK-NEXT:     s += each * each;
// CHECK:          const double each = a[k];
// CHECK:          a_bar[k] +=
// CHECK:        return s;
[[ad::differentiate(reverse)]] double ranged(const double (&a)[3]) {
  double s = 0;
  for (double each : a)
    s += each * each;
  return s;
}

// By reference, the elements themselves are overwritten.
// CHECK:      void ranged_update_reverse(std::array<double, 3> &a, std::array<double, 3> &a_bar, double t,
// CHECK-NEXT:                            double &t_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double a_k_at[3];
// CHECK-NEXT:   for (std::size_t k = 0; k < 3; ++k) {
// CHECK-NEXT:     a_k_at[k] = a[k];
// CHECK-NEXT:     a[k] *= t;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (std::size_t k = 3; k-- > 0;) {
// CHECK-NEXT:     t_bar += a_k_at[k] * a_bar[k];
// CHECK-NEXT:     a_bar[k] *= t;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void ranged_update(Three &a, double t) {
  for (double &each : a)
    each *= t;
}

// The call is inlined; the bindings are fields of its result.
// CHECK:      double bindings_reverse(double x, double &x_bar, double y, double &y_bar, double bindings_bar) {
// CHECK-NEXT:   const double object_a = x * y;
// CHECK-NEXT:   const double object_b = x + y;
// CHECK-NEXT:   const double object_a_bar = object_b * bindings_bar;
// CHECK-NEXT:   const double object_b_bar = object_a * bindings_bar;
// CHECK-NEXT:   x_bar += object_b_bar + y * object_a_bar;
// CHECK-NEXT:   y_bar += object_b_bar + x * object_a_bar;
// CHECK-NEXT:   return object_a * object_b;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double bindings(double x, double y) {
  auto [a, b] = make(x, y);
  return a * b;
}

// A swap of primals is a swap of adjoints, and records nothing but that it was made.
// CHECK:      void sort2_reverse(double *a, double *a_bar) {
// CHECK-NEXT:   if (a[0] > a[1]) {
// CHECK-NEXT:     const double saved = a[0];
// CHECK-NEXT:     a[0] = a[1];
// CHECK-NEXT:     a[1] = saved;
// CHECK-NEXT:     const double saved_bar = a_bar[1];
// CHECK-NEXT:     a_bar[1] = a_bar[0];
// CHECK-NEXT:     a_bar[0] = saved_bar;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void sort2(double *a) {
  if (a[0] > a[1])
    std::swap(a[0], a[1]);
}

// The seed passes to the operand that was returned: at a tie, to the first.
// CHECK:      double larger_reverse(double x, double &x_bar, double y, double &y_bar, double larger_bar) {
// CHECK-NOT:  tape
// CHECK:        return std::max(x, y);
[[ad::differentiate(reverse)]] double larger(double x, double y) { return std::max(x, y); }

// CHECK:      double within_reverse(double x, double &x_bar, double within_bar) {
// CHECK-NOT:  tape
// CHECK:        return std::clamp(
[[ad::differentiate(reverse)]] double within(double x) { return std::clamp(x, -0.5, 1.0); }

// max is called once.
// CHECK:      double hinge_reverse(double x, double &x_bar, double hinge_bar) {
// CHECK-NEXT:   const double [[MAX:part]] = std::max(0.0, 1 - x);
// CHECK-NEXT:   const double part_bar = 2 * part * hinge_bar;
// CHECK-NEXT:   x_bar -=
// CHECK-NEXT:   return [[MAX]] * [[MAX]];
[[ad::differentiate(reverse)]] double hinge(double x) {
  return std::max(0.0, 1 - x) * std::max(0.0, 1 - x);
}

int main() {
  double bars[2] = {};
  larger_reverse(1, bars[0], 1, bars[1]);
  expect("at a tie, the first", bars[0], 1);
  expect("at a tie, not the second", bars[1], 0);
  for (double at : {0.9, -0.9, 1.9})
    check(
        {0.7, 1.3, at}, 7,
        [](In x, Out y) {
          Three a{x[0], x[1], x[2]};
          const double plain[3] = {x[0], x[1], x[2]};
          y[0] = dot(a, scaled(a, x[0])) + ranged(plain);
          ranged_update(a, x[2]);
          copy(a.data(), y + 1, 3);
          y[4] = x[0], y[5] = x[2];
          sort2(y + 4);
          y[6] = bindings(x[0], x[1]) + larger(x[0], x[2]) + within(x[2]) + hinge(x[2]);
        },
        nullptr,
        [](In x, Out x_bar, Out y, In y_bar) {
          Three a{x[0], x[1], x[2]}, a_bar{}, b_bar{};
          const double plain[3] = {x[0], x[1], x[2]};
          double plain_bar[3] = {};
          const Three b = scaled(a, x[0]);
          y[0] = dot_reverse(a, a_bar, b, b_bar, y_bar[0]);
          scaled_reverse(a, a_bar, x[0], x_bar[0], b_bar);
          add(a_bar.data(), x_bar, 3);
          y[0] += ranged_reverse(plain, plain_bar, y_bar[0]);
          add(plain_bar, x_bar, 3);
          a_bar = {y_bar[1], y_bar[2], y_bar[3]};
          ranged_update_reverse(a, a_bar, x[2], x_bar[2]);
          copy(a.data(), y + 1, 3);
          add(a_bar.data(), x_bar, 3);
          double sorted[2] = {y_bar[4], y_bar[5]};
          y[4] = x[0], y[5] = x[2];
          sort2_reverse(y + 4, sorted);
          x_bar[0] += sorted[0], x_bar[2] += sorted[1];
          y[6] = bindings_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[6]) +
                 larger_reverse(x[0], x_bar[0], x[2], x_bar[2], y_bar[6]) +
                 within_reverse(x[2], x_bar[2], y_bar[6]) + hinge_reverse(x[2], x_bar[2], y_bar[6]);
        });
  return finish();
}
