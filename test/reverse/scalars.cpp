// Expressions: each operand gets its share of the seed, nothing is recorded, and what the rules
// mention again is computed once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double product_reverse(double x, double &x_bar, double y, double &y_bar, double product_bar) {
// CHECK-NEXT:   x_bar += y * product_bar;
// CHECK-NEXT:   y_bar += x * product_bar;
// CHECK-NEXT:   return x * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double product(double x, double y) { return x * y; }

// CHECK:      double difference_reverse(double x, double &x_bar, double y, double &y_bar, double difference_bar) {
// CHECK-NEXT:   x_bar += 3 * difference_bar;
// CHECK-NEXT:   y_bar -= difference_bar;
// CHECK-NEXT:   return 3 * x - y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double difference(double x, double y) { return 3 * x - y; }

// CHECK:      double quotient_reverse(double x, double &x_bar, double y, double &y_bar, double quotient_bar) {
// CHECK-NEXT:   x_bar += quotient_bar / y;
// CHECK-NEXT:   y_bar -= x / y * (quotient_bar / y);
// CHECK-NEXT:   return x / y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double quotient(double x, double y) { return x / y; }

// CHECK:      double identity_reverse(double x, double &x_bar, double identity_bar) {
// CHECK-NEXT:   x_bar += identity_bar;
// CHECK-NEXT:   return x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double identity(double x) { return x; }

// CHECK:      double minus_reverse(double x, double &x_bar, double minus_bar) {
// CHECK-NEXT:   x_bar -= minus_bar;
// CHECK-NEXT:   return -x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double minus(double x) { return -x; }

// CHECK:      double square_reverse(double x, double &x_bar, double square_bar) {
// CHECK-NEXT:   x_bar += 2 * x * square_bar;
// CHECK-NEXT:   return x * x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double square(double x) { return x * x; }

// Integers carry no derivative.
// CHECK:      double integer_reverse(double x, double &x_bar, int n, double integer_bar) {
// CHECK-NEXT:   x_bar += n / 2 * integer_bar;
// CHECK-NEXT:   return n / 2 * x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double integer(double x, int n) { return n / 2 * x; }

// What does not depend on x adds nothing.
// CHECK:      double nothing_reverse(double /*x*/, double & /*x_bar*/, double /*nothing_bar*/) { return 2; }
[[ad::differentiate(reverse)]] double nothing([[maybe_unused]] double x) { return 2; }

// exp is its own derivative: it is called once.
// CHECK:      double bell_reverse(double x, double &x_bar, double bell_bar) {
// CHECK-NEXT:   const double [[EXP:exp_[a-z_]+]] = std::exp(-x * x);
// CHECK-NOT:  std::exp
// CHECK-NOT:  tape
// CHECK:        return [[EXP]];
[[ad::differentiate(reverse)]] double bell(double x) { return std::exp(-x * x); }

// A value that two statements use has one adjoint, which collects both shares before it is passed on.
// CHECK:      double twice_reverse(double x, double &x_bar, double y, double &y_bar, double twice_bar) {
// CHECK-NEXT:   const double e = std::exp(x * y);
// CHECK-NOT:  std::exp
// CHECK-NOT:  tape
// CHECK:        const double t_bar = e * e_bar;
// CHECK-NEXT:   x_bar += y * t_bar;
// CHECK-NEXT:   y_bar += x * t_bar;
// CHECK-NEXT:   return e * e + e;
[[ad::differentiate(reverse)]] double twice(double x, double y) {
  double e = std::exp(x * y);
  return e * e + e;
}

// Statements are taken in the opposite order.
// CHECK:      double steps_reverse(double x, double &x_bar, double y, double &y_bar, double steps_bar) {
// CHECK-NEXT:   const double a = x + y;
// CHECK-NEXT:   const double b = a * x;
// CHECK-NEXT:   const double c = std::sqrt(b);
// CHECK-NEXT:   const double c_bar = steps_bar / a;
// CHECK-NEXT:   const double b_bar = (c == 0 ? 0 : 0.5 / c) * c_bar;
// CHECK-NEXT:   const double a_bar = x * b_bar - c / a * (steps_bar / a);
// CHECK-NEXT:   x_bar += a * b_bar + a_bar;
// CHECK-NEXT:   y_bar += a_bar;
// CHECK-NEXT:   return c / a;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double steps(double x, double y) {
  double a = x + y;
  double b = a * x;
  double c = std::sqrt(b);
  return c / a;
}

int main() {
  check(
      {0.7, 1.3}, 6,
      [](In x, Out y) {
        y[0] = product(x[0], x[1]) * nothing(x[0]);
        y[1] = difference(x[0], x[1]) + identity(x[0]);
        y[2] = quotient(x[0], x[1]) + minus(x[0]);
        y[3] = square(x[0]) + integer(x[0], 5);
        y[4] = bell(x[0]);
        y[5] = twice(x[0], x[1]) + steps(x[0], x[1]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = product_reverse(x[0], x_bar[0], x[1], x_bar[1], 2 * y_bar[0]) *
               nothing_reverse(x[0], x_bar[0], 7);
        y[1] = difference_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[1]) +
               identity_reverse(x[0], x_bar[0], y_bar[1]);
        y[2] = quotient_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[2]) +
               minus_reverse(x[0], x_bar[0], y_bar[2]);
        y[3] =
            square_reverse(x[0], x_bar[0], y_bar[3]) + integer_reverse(x[0], x_bar[0], 5, y_bar[3]);
        y[4] = bell_reverse(x[0], x_bar[0], y_bar[4]);
        y[5] = twice_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[5]) +
               steps_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[5]);
      });
  return finish();
}
