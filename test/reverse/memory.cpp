// Pointers: an adjoint is found by moving beside its primal. Arguments may be the same memory, so
// what a store may overwrite is kept unless the function's own `__restrict` rules that out.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// Steps of a pointer are taken back: nothing is recorded.
// CHECK:      double walk_reverse(const double *x, double *x_bar, int n, double walk_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const double *x_1 = x;
// CHECK-NEXT:   double *x_1_bar = x_bar;
// CHECK-NEXT:   const double *end = x_1 + n;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   while (x_1 != end) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     s += *x_1 * *x_1;
// CHECK-NEXT:     ++x_1_bar;
// CHECK-NEXT:     ++x_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = walk_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     --x_1;
// CHECK-NEXT:     --x_1_bar;
// CHECK-NEXT:     *x_1_bar += 2 * *x_1 * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double walk(const double *x, int n) {
  double s = 0;
  const double *end = x + n;
  while (x != end) {
    s += *x * *x;
    ++x;
  }
  return s;
}

// y may be x: that is tested, and x is recorded only then.
// CHECK:      {{\[\[gnu::cold\]\]}} static void squares_reverse_overlapping(
// CHECK-NEXT:                                         int n) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *x_i_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_i_at[i] = x[i];
// CHECK-NEXT:     y[i] = x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     const double y_i_seed = y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:     x_bar[i] += 2 * x_i_at[i] * y_i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK:      void squares_reverse(const double *x, double *x_bar, double *y, double *y_bar, int n) {
// CHECK-NEXT:   if (ad::overlap(x, n, y, n))
// CHECK-NEXT:     return squares_reverse_overlapping(x, x_bar, y, y_bar, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     y[i] = x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}

// CHECK:      void apart_reverse(const double *__restrict x, double *x_bar, double *__restrict y,
// CHECK-NEXT:                    double *__restrict y_bar, int n) {
// CHECK-NOT:  tape
// CHECK:          y[i] = x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] void apart(const double *__restrict x, double *__restrict y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}

// p may be q. Then their adjoints are the same, too, and each statement reads its seed first.
// CHECK:      void couple_reverse(double *p, double *p_bar, double *q, double *q_bar) {
// CHECK-NEXT:   const double q_1 = *q;
// CHECK-NEXT:   const double p_1 = *p;
// CHECK-NEXT:   *p = p_1 * q_1;
// CHECK-NEXT:   const double q_2 = *q;
// CHECK-NEXT:   *q = std::sin(q_2);
// CHECK-NEXT:   *q_bar *= std::cos(q_2);
// CHECK-NEXT:   const double p_seed = *p_bar;
// CHECK-NEXT:   *p_bar = q_1 * p_seed;
// CHECK-NEXT:   *q_bar += p_1 * p_seed;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void couple(double *p, double *q) {
  *p *= *q;
  *q = std::sin(*q);
}

// CHECK:      double select_reverse(double *a, double *a_bar, double *b, double *b_bar, bool first,
// CHECK-NEXT:                       double select_bar) {
// CHECK-NEXT:   double *p = first ? a : b;
// CHECK-NEXT:   double *p_bar = first ? a_bar : b_bar;
// CHECK-NEXT:   *p *= 3;
// CHECK-NEXT:   *p_bar += *a * select_bar;
// CHECK-NEXT:   *a_bar += *p * select_bar;
// CHECK-NEXT:   *p_bar *= 3;
// CHECK-NEXT:   return *p * *a;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double select(double *a, double *b, bool first) {
  double *p = first ? a : b;
  *p *= 3;
  return *p * *a;
}

// A null pointer has no adjoint to follow.
// CHECK:      double optional_reverse(double x, double &x_bar, const double *w, double *w_bar,
// CHECK-NEXT:                         double optional_bar) {
// CHECK-NEXT:   if (w) {
// CHECK-NEXT:     x_bar += *w * optional_bar;
// CHECK-NEXT:     *w_bar += x * optional_bar;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     x_bar += optional_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return w ? x * *w : x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double optional(double x, const double *w) { return w ? x * *w : x; }

int main() {
  check(
      {0.7, 1.3, -0.4}, 6,
      [](In x, Out y) {
        y[0] = walk(x, 3) + optional(x[0], nullptr) + optional(x[0], x + 1);
        squares(x, y + 1, 2);
        apart(x + 1, y + 3, 1);
        y[4] = x[0], y[5] = x[1];
        couple(y + 4, y + 5);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double b[6];
        copy(y_bar, b, 6);
        y[0] = walk_reverse(x, x_bar, 3, b[0]) +
               optional_reverse(x[0], x_bar[0], nullptr, nullptr, b[0]) +
               optional_reverse(x[0], x_bar[0], x + 1, x_bar + 1, b[0]);
        squares_reverse(x, x_bar, y + 1, b + 1, 2);
        apart_reverse(x + 1, x_bar + 1, y + 3, b + 3, 1);
        y[4] = x[0], y[5] = x[1];
        couple_reverse(y + 4, b + 4, y + 5, b + 5);
        add(b + 4, x_bar, 2);
      });
  // The same memory twice.
  check(
      {0.7, 1.3}, 3,
      [](In x, Out y) {
        copy(x, y, 2);
        squares(y, y, 2);
        couple(y, y);
        y[2] = select(y, y + 1, true) * select(y, y + 1, false);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double b[2], middle[4][2];
        copy(x, middle[0], 2);
        copy(x, middle[1], 2), squares(middle[1], middle[1], 2);
        copy(middle[1], middle[2], 2), couple(middle[2], middle[2]);
        copy(middle[2], middle[3], 2);
        const double first = select(middle[3], middle[3] + 1, true);
        copy(middle[3], y, 2);
        const double second = select(y, y + 1, false);
        y[2] = first * second;
        copy(y_bar, b, 2);
        select_reverse(middle[3], b, middle[3] + 1, b + 1, false, first * y_bar[2]);
        select_reverse(middle[2], b, middle[2] + 1, b + 1, true, second * y_bar[2]);
        couple_reverse(middle[1], b, middle[1], b);
        squares_reverse(middle[0], b, middle[0], b, 2);
        add(b, x_bar, 2);
      });
  return finish();
}
