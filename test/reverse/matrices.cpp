// Arrays of several dimensions: the adjoint has the same shape.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double quadratic_reverse(const double (&A)[3][3], double (&A_bar)[3][3], const double (&x)[3],
// CHECK-NEXT:                          double (&x_bar)[3], double quadratic_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:     for (int j = 0; j < 3; ++j)
// CHECK-NEXT:       s += x[i] * A[i][j] * x[j];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = quadratic_bar;
// CHECK-NEXT:   for (int i = 3; i-- > 0;) {
// CHECK-NEXT:     for (int j = 3; j-- > 0;) {
// CHECK-NEXT:       x_bar[i] += A[i][j] * x[j] * s_bar;
// CHECK-NEXT:       A_bar[i][j] += x[i] * x[j] * s_bar;
// CHECK-NEXT:       x_bar[j] += x[i] * A[i][j] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double quadratic(const double (&A)[3][3], const double (&x)[3]) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      s += x[i] * A[i][j] * x[j];
  return s;
}

// A local table: what follows from x is computed from x.
// CHECK:      double table_reverse(double x, double &x_bar, double table_bar) {
// CHECK-NEXT:   double t[3][2] = {{[{][{]}}x, 2.0}, {x * x}};
// CHECK-NEXT:   t[2][1] = t[0][0] * t[1][0];
// CHECK-NEXT:   double t_bar[3][2] = {};
// CHECK-NEXT:   t_bar[2][1] += table_bar;
// CHECK-NEXT:   t_bar[0][0] += t[1][0] * t_bar[2][1];
// CHECK-NEXT:   t_bar[1][0] += t[0][0] * t_bar[2][1];
// CHECK-NEXT:   x_bar += t_bar[0][0] + 2 * x * t_bar[1][0];
// CHECK-NEXT:   return t[2][1] + t[1][1];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double table(double x) {
  double t[3][2] = {{x, 2}, {x * x}};
  t[2][1] = t[0][0] * t[1][0];
  return t[2][1] + t[1][1];
}

// An average of neighbours, in place, is linear: nothing is recorded.
// CHECK:      void relax_reverse(double (&g)[4][4], double (&g_bar)[4][4]) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 1; i < 3; ++i) {
// CHECK-NEXT:     for (int j = 1; j < 3; ++j)
// CHECK-NEXT:       g[i][j] = 0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int i = 3; i-- > 1;) {
// CHECK-NEXT:     for (int j = 3; j-- > 1;) {
// CHECK-NEXT:       const double t_bar = 0.25 * g_bar[i][j];
// CHECK-NEXT:       g_bar[i - 1][j] += t_bar;
// CHECK-NEXT:       g_bar[i + 1][j] += t_bar;
// CHECK-NEXT:       g_bar[i][j - 1] += t_bar;
// CHECK-NEXT:       g_bar[i][j + 1] += t_bar;
// CHECK-NEXT:       g_bar[i][j] = 0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void relax(double (&g)[4][4]) {
  for (int i = 1; i < 3; ++i)
    for (int j = 1; j < 3; ++j)
      g[i][j] = 0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
}

int main() {
  check(
      {0.7, 1.3, -0.4, 0.9, 0.2, 1.1, 0.6, -0.3, 0.8, 0.5, 1.4, -0.9}, 2,
      [](In x, Out y) {
        double A[3][3], v[3];
        copy(x, &A[0][0], 9);
        copy(x + 9, v, 3);
        y[0] = quadratic(A, v);
        y[1] = table(x[0]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double A[3][3], v[3], A_bar[3][3] = {}, v_bar[3] = {};
        copy(x, &A[0][0], 9);
        copy(x + 9, v, 3);
        y[0] = quadratic_reverse(A, A_bar, v, v_bar, y_bar[0]);
        add(&A_bar[0][0], x_bar, 9);
        add(v_bar, x_bar + 9, 3);
        y[1] = table_reverse(x[0], x_bar[0], y_bar[1]);
      });
  check(
      {1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16.}, 16,
      [](In x, Out y) {
        double g[4][4];
        copy(x, &g[0][0], 16);
        relax(g);
        copy(&g[0][0], y, 16);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double g[4][4], g_bar[4][4];
        copy(x, &g[0][0], 16);
        copy(y_bar, &g_bar[0][0], 16);
        relax_reverse(g, g_bar);
        copy(&g[0][0], y, 16);
        add(&g_bar[0][0], x_bar, 16);
      });
  return finish();
}
