// Functions of <cmath>: one line each. A derivative that is a function of the result reuses it, so
// that no companion calls the same function twice; nothing is recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double sine_reverse(double x, double &x_bar, double sine_bar) {
// CHECK-NEXT:   x_bar += std::cos(x) * sine_bar;
// CHECK-NEXT:   return std::sin(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double sine(double x) { return std::sin(x); }
// CHECK:      double cosine_reverse(double x, double &x_bar, double cosine_bar) {
// CHECK-NEXT:   x_bar -= std::sin(x) * cosine_bar;
// CHECK-NEXT:   return std::cos(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double cosine(double x) { return std::cos(x); }
// CHECK:      double tangent_reverse(double x, double &x_bar, double tangent_bar) {
// CHECK-NEXT:   const double tan_x = std::tan(x);
// CHECK-NEXT:   x_bar += (1 + tan_x * tan_x) * tangent_bar;
// CHECK-NEXT:   return tan_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double tangent(double x) { return std::tan(x); }
// CHECK:      double arctangent_reverse(double x, double &x_bar, double arctangent_bar) {
// CHECK-NEXT:   x_bar += arctangent_bar / (1 + x * x);
// CHECK-NEXT:   return std::atan(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double arctangent(double x) { return std::atan(x); }
// CHECK:      double hyperbolic_reverse(double x, double &x_bar, double hyperbolic_bar) {
// CHECK-NEXT:   const double tanh_x = std::tanh(x);
// CHECK-NEXT:   x_bar += (1 - tanh_x * tanh_x) * hyperbolic_bar;
// CHECK-NEXT:   return tanh_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double hyperbolic(double x) { return std::tanh(x); }
// CHECK:      double exponential_reverse(double x, double &x_bar, double exponential_bar) {
// CHECK-NEXT:   const double exp_x = std::exp(x);
// CHECK-NEXT:   x_bar += exp_x * exponential_bar;
// CHECK-NEXT:   return exp_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double exponential(double x) { return std::exp(x); }
// CHECK:      double logarithm_reverse(double x, double &x_bar, double logarithm_bar) {
// CHECK-NEXT:   x_bar += logarithm_bar / x;
// CHECK-NEXT:   return std::log(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double logarithm(double x) { return std::log(x); }
// CHECK:      double root_reverse(double x, double &x_bar, double root_bar) {
// CHECK-NEXT:   const double sqrt_x = std::sqrt(x);
// CHECK-NEXT:   x_bar += (sqrt_x == 0 ? 0 : 0.5 / sqrt_x) * root_bar;
// CHECK-NEXT:   return sqrt_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double root(double x) { return std::sqrt(x); }
// CHECK:      double cubic_root_reverse(double x, double &x_bar, double cubic_root_bar) {
// CHECK-NEXT:   const double cbrt_x = std::cbrt(x);
// CHECK-NEXT:   x_bar += (cbrt_x == 0 ? 0 : 1 / (3 * cbrt_x * cbrt_x)) * cubic_root_bar;
// CHECK-NEXT:   return cbrt_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double cubic_root(double x) { return std::cbrt(x); }
// CHECK:      double error_reverse(double x, double &x_bar, double error_bar) {
// CHECK-NEXT:   x_bar += 1.1283791670955126 * std::exp(-x * x) * error_bar;
// CHECK-NEXT:   return std::erf(x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double error(double x) { return std::erf(x); }
// CHECK:      double gamma_of_reverse(double x, double &x_bar, double gamma_of_bar) {
// CHECK-NEXT:   const double tgamma_x = std::tgamma(x);
// CHECK-NEXT:   x_bar += tgamma_x * ad::digamma(x) * gamma_of_bar;
// CHECK-NEXT:   return tgamma_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double gamma_of(double x) { return std::tgamma(x); }
// CHECK:      double length_reverse(double x, double &x_bar, double y, double &y_bar, double length_bar) {
// CHECK-NEXT:   const double hypot_x = std::hypot(x, y);
// CHECK-NEXT:   x_bar += (hypot_x == 0 ? 0 : x / hypot_x) * length_bar;
// CHECK-NEXT:   y_bar += (hypot_x == 0 ? 0 : y / hypot_x) * length_bar;
// CHECK-NEXT:   return hypot_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double length(double x, double y) { return std::hypot(x, y); }
// CHECK:      double fused_reverse(double x, double &x_bar, double y, double &y_bar, double z, double &z_bar,
// CHECK-NEXT:                      double fused_bar) {
// CHECK-NEXT:   x_bar += y * fused_bar;
// CHECK-NEXT:   y_bar += x * fused_bar;
// CHECK-NEXT:   z_bar += fused_bar;
// CHECK-NEXT:   return std::fma(x, y, z);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double fused(double x, double y, double z) {
  return std::fma(x, y, z);
}

// A power whose exponent is a number is no general power.
// CHECK:      double squared_reverse(double x, double &x_bar, double squared_bar) {
// CHECK-NEXT:   x_bar += 2 * x * squared_bar;
// CHECK-NEXT:   return std::pow(x, 2);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double squared(double x) { return std::pow(x, 2); }
// CHECK:      double half_power_reverse(double x, double &x_bar, double half_power_bar) {
// CHECK-NEXT:   const double pow_x = std::pow(x, 0.5);
// CHECK-NEXT:   x_bar += (pow_x == 0 ? 0 : 0.5 / pow_x) * half_power_bar;
// CHECK-NEXT:   return pow_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double half_power(double x) { return std::pow(x, 0.5); }
// CHECK:      double power_reverse(double x, double &x_bar, double y, double &y_bar, double power_bar) {
// CHECK-NEXT:   const double pow_x = std::pow(x, y);
// CHECK-NEXT:   x_bar += (x == 0 ? (y >= 0 && y < 1 ? 0 : y * std::pow(x, y - 1)) : y * pow_x / x) * power_bar;
// CHECK-NEXT:   y_bar += (x <= 0 ? 0 : pow_x * std::log(x)) * power_bar;
// CHECK-NEXT:   return pow_x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double power(double x, double y) { return std::pow(x, y); }

// What is flat adds nothing.
// CHECK:      double whole_reverse(double x, double & /*x_bar*/, double /*whole_bar*/) { return std::floor(x); }
[[ad::differentiate(reverse)]] double whole(double x) { return std::floor(x); }

// sin and cos are each called once, though both derivatives mention both.
// CHECK:      double both_reverse(double x, double &x_bar, double both_bar) {
// CHECK-COUNT-2: std::
// CHECK-NOT:  std::
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] double both(double x) { return std::sin(x) * std::cos(x); }

// CHECK:      double reused_reverse(double x, double &x_bar, double reused_bar) {
// CHECK-COUNT-1: std::tanh(x)
// CHECK-NOT:  std::tanh
// CHECK:        x_bar += (1 - t * t) * t_bar;
// CHECK-NEXT:   return t * t;
[[ad::differentiate(reverse)]] double reused(double x) {
  double t = std::tanh(x);
  return t * t;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 4,
      [](In x, Out y) {
        y[0] = sine(x[0]) + cosine(x[0]) + tangent(x[0]) + arctangent(x[0]) + hyperbolic(x[0]);
        y[1] = exponential(x[0]) + logarithm(x[0]) + root(x[0]) + cubic_root(x[0]) + error(x[0]) +
               gamma_of(x[0]);
        y[2] = length(x[0], x[1]) + fused(x[0], x[1], x[2]) + power(x[0], x[1]);
        y[3] = squared(x[0]) + half_power(x[0]) + both(x[0]) + reused(x[0]) + whole(x[0]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        double &b = x_bar[0];
        y[0] = sine_reverse(x[0], b, y_bar[0]) + cosine_reverse(x[0], b, y_bar[0]) +
               tangent_reverse(x[0], b, y_bar[0]) + arctangent_reverse(x[0], b, y_bar[0]) +
               hyperbolic_reverse(x[0], b, y_bar[0]);
        y[1] = exponential_reverse(x[0], b, y_bar[1]) + logarithm_reverse(x[0], b, y_bar[1]) +
               root_reverse(x[0], b, y_bar[1]) + cubic_root_reverse(x[0], b, y_bar[1]) +
               error_reverse(x[0], b, y_bar[1]) + gamma_of_reverse(x[0], b, y_bar[1]);
        y[2] = length_reverse(x[0], b, x[1], x_bar[1], y_bar[2]) +
               fused_reverse(x[0], b, x[1], x_bar[1], x[2], x_bar[2], y_bar[2]) +
               power_reverse(x[0], b, x[1], x_bar[1], y_bar[2]);
        y[3] = squared_reverse(x[0], b, y_bar[3]) + half_power_reverse(x[0], b, y_bar[3]) +
               both_reverse(x[0], b, y_bar[3]) + reused_reverse(x[0], b, y_bar[3]) +
               whole_reverse(x[0], b, y_bar[3]);
      });
  return finish();
}
