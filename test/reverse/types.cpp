// float, long double and casts: every value and its adjoint have the type that the user gave them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      float single_reverse(float x, float &x_bar, float y, float &y_bar, float single_bar) {
// CHECK-NEXT:   const float e = std::exp(x);
// CHECK-NEXT:   const float e_bar = y * single_bar;
// CHECK-NEXT:   y_bar += e * single_bar;
// CHECK-NEXT:   x_bar += e * e_bar;
// CHECK-NEXT:   return e * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] float single(float x, float y) {
  float e = std::exp(x);
  return e * y;
}

// CHECK:      long double wide_reverse(long double x, long double &x_bar, long double wide_bar) {
// CHECK-NEXT:   const long double sqrt_x = std::sqrt(x);
// CHECK-NEXT:   x_bar += 1.5L * sqrt_x * wide_bar;
// CHECK-NEXT:   return sqrt_x * x;
[[ad::differentiate(reverse)]] long double wide(long double x) { return std::sqrt(x) * x; }

// A share that becomes narrower is cast, without a warning.
// CHECK:      double mixed_reverse(float x, float &x_bar, double y, double &y_bar, long double z,
// CHECK-NEXT:                      long double &z_bar, double mixed_bar) {
// CHECK-NEXT:   x_bar += static_cast<float>(y * mixed_bar);
// CHECK-NEXT:   y_bar += x * mixed_bar;
// CHECK-NEXT:   z_bar += mixed_bar;
// CHECK-NEXT:   return x * y + static_cast<double>(z);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double mixed(float x, double y, long double z) {
  return x * y + static_cast<double>(z);
}

// CHECK:      float narrowed_reverse(double x, double &x_bar, float narrowed_bar) {
// CHECK-NEXT:   x_bar += 2 * x * narrowed_bar;
// CHECK-NEXT:   return static_cast<float>(x * x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] float narrowed(double x) { return static_cast<float>(x * x); }

// Through an integer nothing flows.
// CHECK:      double truncated_reverse(double x, double &x_bar, double truncated_bar) {
// CHECK-NEXT:   const int k = static_cast<int>(x * 3);
// CHECK-NEXT:   x_bar += k * truncated_bar;
// CHECK-NEXT:   return x * k + static_cast<int>(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double truncated(double x) {
  int k = static_cast<int>(x * 3);
  return x * k + static_cast<int>(x);
}

// Slots have the type of what they hold.
// CHECK:      float product_reverse(const float *x, float *x_bar, int n, float product_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   float p = 1;
// CHECK-NEXT:   float *p_at = tape.array<float>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     p_at[i] = p;
// CHECK-NEXT:     p *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   float p_bar = product_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     x_bar[i] += p_at[i] * p_bar;
// CHECK-NEXT:     p_bar *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return p;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] float product(const float *x, int n) {
  float p = 1;
  for (int i = 0; i < n; ++i)
    p *= x[i];
  return p;
}

int main() {
  check(
      {0.7f, 1.3f, 0.4f}, 2,
      [](const float *x, float *y) {
        y[0] = single(x[0], x[1]);
        y[1] = product(x, 3);
      },
      nullptr,
      [](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = single_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        y[1] = product_reverse(x, x_bar, 3, y_bar[1]);
      });
  check(
      {0.7L}, 1, [](const long double *x, long double *y) { y[0] = wide(x[0]); }, nullptr,
      [](const long double *x, long double *x_bar, long double *y, const long double *y_bar) {
        y[0] = wide_reverse(x[0], x_bar[0], y_bar[0]);
      });
  float x_bar = 0;
  double y_bar = 0, t_bar = 0, n_bar = 0;
  long double z_bar = 0;
  expect("mixed", mixed_reverse(2, x_bar, 3, y_bar, 5, z_bar, 0.5), 11);
  expect("mixed, x_bar", x_bar, 1.5);
  expect("mixed, y_bar", y_bar, 1);
  expect("mixed, z_bar", z_bar, 0.5);
  expect("narrowed", narrowed_reverse(3, n_bar), 9);
  expect("narrowed, x_bar", n_bar, 6);
  expect("truncated", truncated_reverse(1.5, t_bar), 7);
  expect("truncated, x_bar", t_bar, 4);
  return finish();
}
