// float, long double and conversions: a tangent has the type of its value.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK: float mixed_forward(float x, float x_dot, double y, double y_dot, float &mixed_dot) {
// CHECK-NEXT:   float r = std::exp(x);
// CHECK-NEXT:   float r_dot = r * x_dot;
// CHECK-NEXT:   const int n = static_cast<int>(y);
// CHECK-NEXT:   r_dot += y_dot * n;
// CHECK-NEXT:   r += y * n;
// CHECK-NEXT:   mixed_dot = 0.5f * r_dot;
// CHECK-NEXT:   return r * 0.5f;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] float mixed(float x, double y) {
  float r = std::exp(x);
  const int n = static_cast<int>(y);
  r += y * n;
  return r * 0.5f;
}

// CHECK: long double wide_forward(long double x, long double x_dot, long double &wide_dot) {
// CHECK-NEXT:   const long double exp2_x = std::exp2(x);
// CHECK-NEXT:   wide_dot = 0.693147180559945309417232121458176568L * exp2_x * x_dot;
// CHECK-NEXT:   return exp2_x;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] long double wide(long double x) { return std::exp2(x); }

int main() {
  float dot;
  mixed_forward(0.5f, 1, 2.5, 1, dot);
  expect("mixed", dot, (std::exp(0.5f) + 2) / 2, 1e-6);
  long double wide_dot;
  wide_forward(1.5L, 1, wide_dot);
  expect("wide", wide_dot, std::log(2.0L) * std::exp2(1.5L), 1e-18L);
  return finish();
}
