// Loops of unknown length: the iterations are counted; what the adjoint needs of each is pushed.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double grow_reverse(double x, double &x_bar, double grow_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = x;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   while (s < 20) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push(s);
// CHECK-NEXT:     s = s * s * 0.5 + x;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double grow_value = s;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = grow_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     s = tape.pop<double>();
// CHECK-NEXT:     x_bar += s_bar;
// CHECK-NEXT:     s_bar *= s;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += s_bar;
// CHECK-NEXT:   return grow_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double grow(double x) {
  double s = x;
  while (s < 20)
    s = s * s * 0.5 + x;
  return s;
}

// CHECK:      double newton_reverse(double a, double &a_bar, double newton_bar) {
// CHECK:        while (std::fabs(x * x - a) > 1e-12) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push(x);
// CHECK-NEXT:     x = 0.5 * (x + a / x);
// CHECK-NEXT:   }
// CHECK-NEXT:   const double newton_value = x;
// CHECK:        for (; trips > 0; --trips) {
// CHECK-NEXT:     x = tape.pop<double>();
// CHECK-NOT:  tape
// CHECK:        a_bar += x_bar;
// CHECK-NEXT:   return newton_value;
[[ad::differentiate(reverse)]] double newton(double a) {
  double x = a;
  while (std::fabs(x * x - a) > 1e-12)
    x = 0.5 * (x + a / x);
  return x;
}

// Doubling is linear: only the iterations are counted.
// CHECK:      double doubling_reverse(double x, double &x_bar, double doubling_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   int k = 0;
// CHECK-NEXT:   do {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     x_1 *= 2;
// CHECK-NEXT:     ++k;
// CHECK-NEXT:   } while (x_1 < 10);
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double x_1_bar = k * doubling_bar;
// CHECK-NEXT:   for (; trips > 0; --trips)
// CHECK-NEXT:     x_1_bar *= 2;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1 * k;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double doubling(double x) {
  int k = 0;
  do {
    x *= 2;
    ++k;
  } while (x < 10);
  return x * k;
}

// CHECK:      double steps_reverse(double x, double &x_bar, double rate, double &rate_bar, double steps_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   while (s < 3) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     s += rate * x;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = steps_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     rate_bar += x * s_bar;
// CHECK-NEXT:     x_bar += rate * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double steps(double x, double rate) {
  double s = 0;
  while (s < 3)
    s += rate * x;
  return s;
}

int main() {
  check(
      {1.23, 0.4}, 2,
      [](In x, Out y) {
        y[0] = grow(x[0]) * doubling(x[1]);
        y[1] = newton(x[0]) + steps(x[0], x[1]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = grow_reverse(x[0], x_bar[0], doubling(x[1]) * y_bar[0]) *
               doubling_reverse(x[1], x_bar[1], grow(x[0]) * y_bar[0]);
        y[1] = newton_reverse(x[0], x_bar[0], y_bar[1]) +
               steps_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[1]);
      });
  return finish();
}
