// Code that throws: no adjoint has been touched by then, since the reverse sweep comes after all that
// can throw.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"
#include <stdexcept>

// CHECK:      double positive_reverse(double x, double &x_bar, double positive_bar) {
// CHECK-NEXT:   if (x <= 0)
// CHECK-NEXT:     throw std::domain_error("x must be positive");
// CHECK-NEXT:   x_bar += positive_bar / x;
// CHECK-NEXT:   return std::log(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double positive(double x) {
  if (x <= 0)
    throw std::domain_error("x must be positive");
  return std::log(x);
}

// CHECK:      double roots_reverse(const double *x, double *x_bar, int n, double roots_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   double *sqrt_x_i_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     if (x[i] <= 0)
// CHECK-NEXT:       throw std::domain_error("positive");
// CHECK-NEXT:     sqrt_x_i_at[i] = std::sqrt(x[i]);
// CHECK-NEXT:     s += sqrt_x_i_at[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = roots_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;)
// CHECK-NEXT:     x_bar[i] += (sqrt_x_i_at[i] == 0 ? 0 : 0.5 / sqrt_x_i_at[i]) * s_bar;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double roots(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] <= 0)
      throw std::domain_error("positive");
    s += std::sqrt(x[i]);
  }
  return s;
}

double checked(double x) {
  if (x < 0)
    throw x;
  return x * x;
}
// In a callee.
// CHECK:      double callee_reverse(double x, double &x_bar, double y, double &y_bar, double callee_bar) {
// CHECK-NEXT:   if (x < 0)
// CHECK-NEXT:     throw x;
// CHECK-NEXT:   if (y < 0)
// CHECK-NEXT:     throw y;
// CHECK-NEXT:   x_bar += 2 * x * callee_bar;
// CHECK-NEXT:   y_bar += 2 * y * callee_bar;
// CHECK-NEXT:   return x * x + y * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double callee(double x, double y) { return checked(x) + checked(y); }

template <class F> bool throws(F f) {
  try {
    f();
  } catch (...) {
    return true;
  }
  return false;
}

int main() {
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        y[0] = positive(x[0]) * callee(x[0], x[1]);
        y[1] = roots(x, 2);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = positive_reverse(x[0], x_bar[0], callee(x[0], x[1]) * y_bar[0]) *
               callee_reverse(x[0], x_bar[0], x[1], x_bar[1], positive(x[0]) * y_bar[0]);
        y[1] = roots_reverse(x, x_bar, 2, y_bar[1]);
      });
  double x[2] = {1, -1}, x_bar[2] = {5, 6};
  expect_true("positive", throws([&] { positive_reverse(x[1], x_bar[1]); }));
  expect_true("roots", throws([&] { roots_reverse(x, x_bar, 2); }));
  expect_true("callee", throws([&] { callee_reverse(x[0], x_bar[0], x[1], x_bar[1]); }));
  expect("untouched", x_bar[0], 5);
  expect("untouched", x_bar[1], 6);
  return finish();
}
