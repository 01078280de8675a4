// Branches, kinks and calls within `?:`: what is not taken is not evaluated and cannot spoil the
// tangent.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"
#include <algorithm>

// CHECK: double root_forward(double x, double x_dot, double &root_dot) {
// CHECK-NEXT:   if (x > 0) {
// CHECK-NEXT:     const double sqrt_x = std::sqrt(x);
// CHECK-NEXT:     root_dot = sqrt_x == 0 ? 0 : 0.5 / sqrt_x * x_dot;
// CHECK-NEXT:     return sqrt_x;
// CHECK-NEXT:   }
// CHECK-NEXT:   root_dot = 0;
// CHECK-NEXT:   return 0;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double root(double x) { return x > 0 ? std::sqrt(x) : 0; }

// CHECK: double piece_forward(double x, double x_dot, double &piece_dot) {
// CHECK-NEXT:   double y;
// CHECK-NEXT:   double y_dot;
// CHECK-NEXT:   if (x < 1) {
// CHECK-NEXT:     y = std::exp(x);
// CHECK-NEXT:     y_dot = y * x_dot;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     y_dot = x_dot;
// CHECK-NEXT:     y = x;
// CHECK-NEXT:   }
// CHECK-NEXT:   piece_dot = 2 * y * y_dot;
// CHECK-NEXT:   return y * y;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double piece(double x) {
  double y = x < 1 ? std::exp(x) : x;
  return y * y;
}

// CHECK: double larger_forward(double x, double x_dot, double y, double y_dot, double &larger_dot) {
// CHECK-NEXT:   larger_dot = (x < y ? y_dot : x_dot) + (y < x ? y_dot : x_dot);
// CHECK-NEXT:   return std::max(x, y) + std::min(x, y);
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double larger(double x, double y) {
  return std::max(x, y) + std::min(x, y);
}

// CHECK: double hinge_forward(double x, double x_dot, double &hinge_dot) {
// CHECK-NEXT:   hinge_dot = x < 0.0 ? 0 : x_dot;
// CHECK-NEXT:   return std::max(x, 0.0);
// CHECK-NEXT: }
[[ad::differentiate(forward)]] double hinge(double x) { return std::max(x, 0.0); }

enum class Kind { Line, Square, Root };
// CHECK: double apply_forward(Kind k, double x, double x_dot, double &apply_dot) {
// CHECK:   switch (k) {
// CHECK-NEXT:   case Kind::Line:
// CHECK-NEXT:     apply_dot = 3 * x_dot;
// CHECK-NEXT:     return 3 * x;
// CHECK-NEXT:   case Kind::Square:
// CHECK-NEXT:     apply_dot = 2 * x * x_dot;
// CHECK-NEXT:     return x * x;
// CHECK-NEXT:   default:
// CHECK-NEXT:     apply_dot = 0;
// CHECK-NEXT:     return 1;
[[ad::differentiate(forward)]] double apply(Kind k, double x) {
  switch (k) {
  case Kind::Line:
    return 3 * x;
  case Kind::Square:
    return x * x;
  default:
    return 1;
  }
}

int main() {
  double dot = 7;
  expect("root at 0", root_forward(0, 1, dot), 0);
  expect("its slope", dot, 0);
  larger_forward(1, 2, 1, 5, dot);
  expect("slope at a tie", dot, 4);
  for (double at : {0.5, -0.5, 1.5}) {
    check({at}, 1, [](In x, Out y) { y[0] = root(x[0]) + piece(x[0]) + hinge(x[0]); },
          [](In x, In x_dot, Out y, Out y_dot) {
            double a, b, c;
            y[0] = root_forward(x[0], x_dot[0], a) + piece_forward(x[0], x_dot[0], b) +
                   hinge_forward(x[0], x_dot[0], c);
            y_dot[0] = a + b + c;
          },
          nullptr);
    check({at}, 3,
          [](In x, Out y) {
            y[0] = apply(Kind::Line, x[0]);
            y[1] = apply(Kind::Square, x[0]);
            y[2] = apply(Kind::Root, x[0]);
          },
          [](In x, In x_dot, Out y, Out y_dot) {
            y[0] = apply_forward(Kind::Line, x[0], x_dot[0], y_dot[0]);
            y[1] = apply_forward(Kind::Square, x[0], x_dot[0], y_dot[1]);
            y[2] = apply_forward(Kind::Root, x[0], x_dot[0], y_dot[2]);
          },
          nullptr);
  }
  return finish();
}
