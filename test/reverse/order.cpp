// Order of evaluation and side effects: what happens inside an expression becomes a statement before
// it, and is undone after it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

double doubled(double &x) {
  x *= 2;
  return x;
}

// CHECK:      double assigned_reverse(double x, double &x_bar, double assigned_bar) {
// CHECK-NEXT:   const double y = std::sin(x);
// CHECK-NEXT:   const double z = y;
// CHECK-NOT:  {{std::sin|tape}}
// CHECK:        x_bar += std::cos(x) * y_bar;
// CHECK-NEXT:   return y * z;
[[ad::differentiate(reverse)]] double assigned(double x) {
  double y, z;
  z = (y = std::sin(x));
  return y * z;
}

// CHECK:      void chained_reverse(double x, double &x_bar, double *y, double *y_bar) {
// CHECK-NEXT:   y[1] = x * x;
// CHECK-NEXT:   y[0] = y[1];
// CHECK-NEXT:   y_bar[1] += y_bar[0];
// CHECK-NEXT:   y_bar[0] = 0;
// CHECK-NEXT:   const double y_1_seed = y_bar[1];
// CHECK-NEXT:   y_bar[1] = 0;
// CHECK-NEXT:   x_bar += 2 * x * y_1_seed;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void chained(double x, double *y) { y[0] = y[1] = x * x; }

// Two calls that modify y: the first result is another value than the second.
// CHECK:      double calls_reverse(double x, double &x_bar, double calls_bar) {
// CHECK-NEXT:   double y = x;
// CHECK-NEXT:   y *= 2;
// CHECK-NEXT:   const double y_before = y;
// CHECK-NEXT:   y *= 2;
// CHECK-NEXT:   const double y_before_bar = y * calls_bar;
// CHECK-NEXT:   const double y_bar = 2 * (2 * (y_before * calls_bar) + y_before_bar);
// CHECK-NEXT:   x_bar += y_bar;
// CHECK-NEXT:   return y_before * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double calls(double x) {
  double y = x;
  return doubled(y) * doubled(y);
}

// The condition assigns: what it compared is kept as a flag, since y changes.
// CHECK:      double condition_reverse(double x, double &x_bar, double condition_bar) {
// CHECK:        double y = std::sin(x);
// CHECK-NEXT:   const bool taken = y > 0;
// CHECK-NEXT:   if (taken) {
// CHECK:          y *= x;
// CHECK-NEXT:   }
// CHECK:        if (taken) {
// CHECK:          y_bar *= x;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += std::cos(x) * y_bar;
[[ad::differentiate(reverse)]] double condition(double x) {
  double y = 0;
  if ((y = std::sin(x)) > 0)
    y *= x;
  return y;
}

// An index that moves is moved back: it need not be recorded.
// CHECK:      double index_reverse(const double *a, double *a_bar, int n, double index_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   int i = 0;
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   while (i < n) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     s += a[i] * 2;
// CHECK-NEXT:     ++i;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double index_value = i > 1 ? s : 0;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = 0;
// CHECK-NEXT:   if (i > 1)
// CHECK-NEXT:     s_bar += index_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     --i;
// CHECK-NEXT:     a_bar[i] += 2 * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return index_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double index(const double *a, int n) {
  double s = 0;
  int i = 0;
  while (i < n)
    s += a[i++] * 2;
  return i > 1 ? s : 0;
}

// C++17: the right-hand side of an assignment is evaluated before the left.
// CHECK:      double right_first_reverse(double *a, double *a_bar, int i, double right_first_bar) {
// CHECK-NOT:  tape
// CHECK:        const double a_0 = a[0];
// CHECK:        ++i_1;
// CHECK-NEXT:   const double right_first_value = a[i_1] * a[i_1];
// CHECK-NEXT:   a_bar[i_1] += 2 * a[i_1] * right_first_bar;
// CHECK-NEXT:   --i_1;
// CHECK-NEXT:   const double [[SEED:[a-z_0-9]+]] = a_bar[i_1];
// CHECK-NEXT:   a_bar[i_1] = a_0 * [[SEED]];
// CHECK-NEXT:   a_bar[0] += {{[a-z_0-9]+}} * [[SEED]];
[[ad::differentiate(reverse)]] double right_first(double *a, int i) {
  a[i++] *= a[0];
  return a[i] * a[i];
}

int main() {
  check(
      {0.7}, 5,
      [](In x, Out y) {
        y[0] = assigned(x[0]);
        chained(x[0], y + 1);
        y[3] = calls(x[0]);
        y[4] = condition(x[0]) + condition(-x[0]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double y_1_bar[2] = {y_bar[1], y_bar[2]}, minus_bar = 0;
        y[0] = assigned_reverse(x[0], x_bar[0], y_bar[0]);
        chained_reverse(x[0], x_bar[0], y + 1, y_1_bar);
        y[3] = calls_reverse(x[0], x_bar[0], y_bar[3]);
        y[4] = condition_reverse(x[0], x_bar[0], y_bar[4]) +
               condition_reverse(-x[0], minus_bar, y_bar[4]);
        x_bar[0] -= minus_bar;
      });
  check(
      {0.7, 1.3, -0.4}, 2,
      [](In x, Out y) {
        double a[3] = {x[0], x[1], x[2]};
        y[0] = index(a, 3);
        y[1] = right_first(a, 1) + a[1];
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double a[3] = {x[0], x[1], x[2]}, a_bar[3] = {0, y_bar[1], 0};
        y[0] = index_reverse(a, x_bar, 3, y_bar[0]);
        y[1] = right_first_reverse(a, a_bar, 1, y_bar[1]) + a[1];
        add(a_bar, x_bar, 3);
      });
  return finish();
}
