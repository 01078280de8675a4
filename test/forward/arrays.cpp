// Arrays and pointers are followed by arrays and pointers of tangents; updates in place and
// aliasing arguments stay right.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK: void products_forward(double *a, double *a_dot, int n) {
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     a_dot[i] = a_dot[i] * a[i - 1] + a[i] * a_dot[i - 1];
// CHECK-NEXT:     a[i] *= a[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(forward)]] void products(double *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] *= a[i - 1];
}

// CHECK: void axpy_forward(double a, double a_dot, const double *x, const double *x_dot, double *y,
// CHECK-NEXT:              double *y_dot, int n) {
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_dot[i] += a_dot * x[i] + a * x_dot[i];
// CHECK-NEXT:     y[i] += a * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(forward)]] void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// CHECK: void walk_forward(const double *x, const double *x_dot, double *y, double *y_dot, int n) {
// CHECK:        const double *end = x_1 + n;
// CHECK-NEXT:   while (x_1 != end) {
// CHECK:          *y_1_dot = 2 * *saved * *saved_dot;
// CHECK-NEXT:     *y_1 = *saved * *saved;
[[ad::differentiate(forward)]] void walk(const double *x, double *y, int n) {
  const double *end = x + n;
  while (x != end) {
    const double *saved = x++;
    *y = *saved * *saved;
    ++y;
  }
}

// CHECK: double table_forward(double x, double x_dot, double &table_dot) {
// CHECK-NEXT:   double t[3][2] = {{[{][{]}}x, 2.0}, {x * x}};
// CHECK-NEXT:   double t_dot[3][2] = {{[{][{]}}x_dot}, {2 * x * x_dot}};
// CHECK-NEXT:   t_dot[2][1] = t_dot[0][0] * t[1][0] + t[0][0] * t_dot[1][0];
// CHECK-NEXT:   t[2][1] = t[0][0] * t[1][0];
// CHECK-NEXT:   table_dot = t_dot[2][1] + t_dot[1][1];
[[ad::differentiate(forward)]] double table(double x) {
  double t[3][2] = {{x, 2}, {x * x}};
  t[2][1] = t[0][0] * t[1][0];
  return t[2][1] + t[1][1];
}

int main() {
  check({0.7, 1.2, 0.4, 1.5}, 4,
        [](In x, Out y) {
          copy(x, y, 4);
          products(y, 4);
        },
        [](In x, In x_dot, Out y, Out y_dot) {
          copy(x, y, 4);
          copy(x_dot, y_dot, 4);
          products_forward(y, y_dot, 4);
        },
        nullptr);
  // y is x, one element further.
  check({0.7, 1.2, 0.4, 1.5}, 4,
        [](In x, Out y) {
          copy(x, y, 4);
          axpy(x[0], y, y + 1, 3);
        },
        [](In x, In x_dot, Out y, Out y_dot) {
          copy(x, y, 4);
          copy(x_dot, y_dot, 4);
          axpy_forward(x[0], x_dot[0], y, y_dot, y + 1, y_dot + 1, 3);
        },
        nullptr);
  check({0.7, 1.2}, 2, [](In x, Out y) { walk(x, y, 2); },
        [](In x, In x_dot, Out y, Out y_dot) { walk_forward(x, x_dot, y, y_dot, 2); }, nullptr);
  check({0.7}, 1, [](In x, Out y) { y[0] = table(x[0]); },
        [](In x, In x_dot, Out y, Out y_dot) { y[0] = table_forward(x[0], x_dot[0], y_dot[0]); },
        nullptr);
  return finish();
}
