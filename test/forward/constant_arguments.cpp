// An argument that carries no derivative, of an extent that nobody knows, has no tangent to pass: the
// callee is differentiated with that parameter constant.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

double dot(const double *a, const double *b, int n) {
  return n == 0 ? 0 : a[0] * b[0] + dot(a + 1, b + 1, n - 1);
}

// CHECK: // dot_forward: tangent of dot (constant_arguments.cpp:[[@LINE-4]], where a carries no derivative)
// CHECK-NEXT: static double dot_forward(const double *a, const double *b, const double *b_dot, int n,
// CHECK:        const double dot_value = dot_forward(a + 1, b + 1, b_dot + 1, n - 1, dot_value_dot);

// CHECK: // dot_forward_2: tangent of dot (constant_arguments.cpp:[[@LINE-8]], where b carries no derivative)
// CHECK-NEXT: static double dot_forward_2(const double *a, const double *a_dot, const double *b, int n,

// CHECK: double f_forward(const double *w, const double *x, const double *x_dot, int n, double &f_dot) {
// CHECK:   dot_forward(w, x, x_dot, n,
// CHECK:   dot_forward_2(x, x_dot, w, n,
[[ad::differentiate(forward)]] double f([[ad::constant]] const double *w, const double *x, int n) {
  return dot(w, x, n) * dot(x, w, n);
}

int main() {
  static const double w[] = {2, -1, 0.5};
  check({0.7, 1.2, 0.4}, 1, [](In x, Out y) { y[0] = f(w, x, 3); },
        [](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(w, x, x_dot, 3, y_dot[0]); },
        nullptr);
  return finish();
}
