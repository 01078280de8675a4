// Variables that share a name have it where none hides another, and so has what is named after them.
// RUN: %clang_ad_plugin -Wall -Wextra -Wshadow -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

// CHECK:      double in_turn_reverse(
// CHECK:        for (int i = 0; i < n; ++i)
// CHECK-NOT:    i_1
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NOT:    i_1
// CHECK:          x_bar[i] += mean_bar / n;
[[ad::differentiate(reverse)]] double in_turn(const double *x, int n) {
  double mean = 0;
  for (int i = 0; i < n; ++i)
    mean += x[i] / n;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double d = x[i] - mean;
    s += d * std::sin(d);
  }
  return s;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wshadow" // in the primal
// One within the other, the inner one keeps its number; so does one that a parameter would be.
// CHECK:      double nested_reverse(
// CHECK:          const double a_1 = std::sin(t);
// CHECK:            const double n_1 =
// CHECK:            const double n_1_bar =
[[ad::differentiate(reverse)]] double nested(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double a = x[i] * x[i];
    {
      const double t = a * x[i];
      const double a = std::sin(t);
      if (a > 0.5) {
        const double n = a * x[0];
        s += std::exp(n) * n;
      }
    }
    s += a * a * a;
  }
  return s;
}
#pragma clang diagnostic pop
