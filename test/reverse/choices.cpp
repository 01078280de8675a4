// A choice between values that cost calls is a branch: its adjoint reads what the calls have given.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-choices | FileCheck %s --check-prefix=OFF
#include <cmath>

// CHECK-LABEL: double loss_reverse(
// CHECK:         for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK:           if (z > 0) {
// CHECK-NEXT:        exp_z = std::exp(-z);
// CHECK-NEXT:        choice = z + std::log1p(exp_z);
// CHECK-NEXT:      } else {
// CHECK-NEXT:        exp_z_1 = std::exp(z);
// CHECK-NEXT:        choice = std::log1p(exp_z_1);
// CHECK-NEXT:      }
// CHECK-NOT:       std::exp
// CHECK:           return
// OFF-LABEL:   double loss_reverse(
// OFF:             std::exp(-z) * (
[[ad::differentiate(reverse)]] double loss(const double *x, double w, double b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double z = w * x[i] + b;
    sum += (z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z))) - x[i] * z;
  }
  return sum;
}

// One between values that cost nothing stays as it is.
// CHECK-LABEL: double leaky_reverse(
// CHECK:         return x > 0 ? x : 0.1 * x;
[[ad::differentiate(reverse)]] double leaky(double x) { return x > 0 ? x : 0.1 * x; }
