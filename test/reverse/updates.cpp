// Updates in place: the adjoint of what is overwritten is read, then becomes that of the value on
// entry. An old value is kept where the adjoint needs it, and only there.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      void square_reverse(double &x, double &x_bar) {
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   x = x_1 * x_1;
// CHECK-NEXT:   x_bar = 2 * x_1 * x_bar;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void square(double &x) { x *= x; }

// CHECK:      void scale_reverse(double &x, double &x_bar, double a, double &a_bar) {
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   x = x_1 * a;
// CHECK-NEXT:   const double x_seed = x_bar;
// CHECK-NEXT:   x_bar = a * x_seed;
// CHECK-NEXT:   a_bar += x_1 * x_seed;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void scale(double &x, double a) { x *= a; }

// CHECK:      void divide_reverse(double &x, double &x_bar, double a, double &a_bar) {
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   x = x_1 / a;
// CHECK-NEXT:   const double t_bar = x_bar / a;
// CHECK-NEXT:   x_bar = t_bar;
// CHECK-NEXT:   a_bar -= x_1 / a * t_bar;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void divide(double &x, double a) { x /= a; }

// The adjoint of an addition needs no value: nothing is kept.
// CHECK:      void shift_reverse(double &x, double &x_bar, double a, double &a_bar) {
// CHECK-NEXT:   x += a;
// CHECK-NEXT:   x -= 2 * a;
// CHECK-NEXT:   a_bar
// CHECK-NOT:  {{x_bar [+*/-]?=}}
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void shift(double &x, double a) {
  x += a;
  x -= 2 * a;
}

// CHECK:      void wave_reverse(double &x, double &x_bar) {
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   x = std::sin(x_1);
// CHECK-NEXT:   x_bar *= std::cos(x_1);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void wave(double &x) { x = std::sin(x); }

// The result of exp is all that its derivative needs.
// CHECK:      void grow_reverse(double &x, double &x_bar) {
// CHECK-NEXT:   const double exp_x = std::exp(x);
// CHECK-NEXT:   x = exp_x;
// CHECK-NEXT:   x_bar *= exp_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void grow(double &x) { x = std::exp(x); }

// A value that is forgotten has the adjoint 0.
// CHECK:      void forget_reverse(double &x, double &x_bar, double y, double &y_bar) {
// CHECK-NEXT:   x = y * y;
// CHECK-NEXT:   const double x_seed = x_bar;
// CHECK-NEXT:   x_bar = 0;
// CHECK-NEXT:   y_bar += 2 * y * x_seed;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void forget(double &x, double y) { x = y * y; }

// CHECK:      void clear_reverse(double &x, double &x_bar) {
// CHECK-NEXT:   x = 0;
// CHECK-NEXT:   x_bar = 0;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void clear(double &x) { x = 0; }

// a[i] is overwritten by what is linear in a: nothing is recorded.
// CHECK:      void differences_reverse(double *a, double *a_bar, int n) {
// CHECK-NOT:  tape
// CHECK:        for (int i = 1; i < n; ++i)
// CHECK-NEXT:     a[i] -= 2 * a[i - 1];
// CHECK:        for (int i = n; i-- > 1;) {
// CHECK-NEXT:     a_bar_here = a_bar[i - 1] - 2 * a_bar_here;
// CHECK-NEXT:     a_bar[i - 1] = a_bar_here;
[[ad::differentiate(reverse)]] void differences(double *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] -= 2 * a[i - 1];
}

// Here the factor that is overwritten is recorded, by iteration; no later iteration writes the other.
// CHECK:      void products_reverse(double *a, double *a_bar, int n) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *a_i_at = tape.array<double>(n - 1);
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     a_i_at[i - 1] = a[i];
// CHECK-NEXT:     a[i] *= a[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   if (n > 1) {
// CHECK-NEXT:     double a_bar_here = a_bar[n - 1];
// CHECK-NEXT:     for (int i = n; i-- > 1;) {
// CHECK-NEXT:       const double a_bar_before = a_bar[i - 1] + a_i_at[i - 1] * a_bar_here;
// CHECK-NEXT:       a_bar_here *= a[i - 1];
// CHECK-NEXT:       a_bar[i] = a_bar_here;
// CHECK-NEXT:       a_bar_here = a_bar_before;
// CHECK-NEXT:     }
// CHECK-NEXT:     a_bar[0] = a_bar_here;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void products(double *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] *= a[i - 1];
}

// A parameter that is modified is a copy: x_bar belongs to the value on entry.
// CHECK:      double parameter_reverse(double x, double &x_bar, double parameter_bar) {
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   x_1 *= x_1;
// CHECK-NEXT:   const double x_1_bar = 2 * x * (2 * x_1 * parameter_bar);
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1 * x_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double parameter(double x) {
  x *= x;
  return x * x;
}

int main() {
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        copy(x, y, 2);
        square(y[0]);
        scale(y[0], x[1]);
        divide(y[1], x[0]);
        shift(y[0], x[1]);
        wave(y[0]);
        grow(y[1]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        // The adjoint of a composition, by hand: each companion at the values on entry.
        double v[7], b[2] = {y_bar[0], y_bar[1]}, again;
        v[0] = x[0], v[1] = v[0], square(v[1]);
        v[2] = v[1], scale(v[2], x[1]);
        v[3] = v[2], shift(v[3], x[1]);
        v[4] = x[1], divide(v[4], x[0]);
        again = v[4], grow_reverse(again, b[1]), y[1] = again;
        again = v[3], wave_reverse(again, b[0]), y[0] = again;
        again = v[2], shift_reverse(again, b[0], x[1], x_bar[1]);
        again = x[1], divide_reverse(again, b[1], x[0], x_bar[0]);
        again = v[1], scale_reverse(again, b[0], x[1], x_bar[1]);
        again = v[0], square_reverse(again, b[0]);
        add(b, x_bar, 2);
      });
  check(
      {0.7, 1.3, -0.4, 0.9, 0.2}, 5,
      [](In x, Out y) {
        copy(x, y, 4);
        differences(y, 4);
        products(y, 4);
        forget(y[0], x[4]);
        clear(y[1]);
        y[4] = parameter(x[4]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double b[4], middle[4], again[4];
        copy(y_bar, b, 4);
        copy(x, middle, 4);
        differences(middle, 4);
        copy(middle, y, 4);
        products(y, 4);
        clear_reverse(y[1], b[1]);
        forget_reverse(y[0], b[0], x[4], x_bar[4]);
        copy(middle, again, 4);
        products_reverse(again, b, 4);
        copy(x, again, 4);
        differences_reverse(again, b, 4);
        add(b, x_bar, 4);
        y[4] = parameter_reverse(x[4], x_bar[4], y_bar[4]);
      });
  return finish();
}
