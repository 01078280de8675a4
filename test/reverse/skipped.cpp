// Loops of adjoints that have nothing to do where a branch has set their variable to a number are
// not run there: of the units of a network that are off, say.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

#include <algorithm>
#include <cmath>

// CHECK:      double layer_reverse(
// CHECK:          const bool taken = z < 0;
// CHECK:          const double z_bar = 2 * z * sum_bar;
// CHECK-NEXT:     if (!taken) {
// CHECK-NEXT:       for (int i = 0; i < n; ++i) {
// CHECK-NEXT:         w_bar[j * n + i] += x[i] * z_bar;
// CHECK-NEXT:         x_bar[i] += w[j * n + i] * z_bar;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
[[ad::differentiate(reverse)]] double layer(const double *w, const double *x, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    double z = 0;
    for (int i = 0; i < n; ++i)
      z += w[j * n + i] * x[i];
    if (z < 0)
      z = 0;
    sum += z * z;
  }
  return sum;
}

// Where no loop follows, a test would cost more than it saves.
// CHECK:      double alone_reverse(
// CHECK:          double z_bar = 2 * z * sum_bar;
// CHECK-NEXT:     if (taken)
// CHECK-NEXT:       z_bar = 0;
// CHECK-NEXT:     x_bar[j] += 2 * x[j] * z_bar;
[[ad::differentiate(reverse)]] double alone(const double *x, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    double z = x[j] * x[j];
    if (z < 0.5)
      z = 0.5;
    sum += z * z;
  }
  return sum;
}

// What is cut off is of use elsewhere: its adjoint is no zero.
// CHECK:      double elsewhere_reverse(
// CHECK:          double z_bar = 2 * z * sum_bar;
// CHECK-NEXT:     if (taken)
// CHECK-NEXT:       z_bar = 0;
// CHECK-NEXT:     z_bar += sum_bar;
// CHECK-NEXT:     for (int i = 0; i < n; ++i)
[[ad::differentiate(reverse)]] double elsewhere(const double *w, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    double z = 0;
    for (int i = 0; i < n; ++i)
      z += w[j * n + i] * w[i];
    sum += z;
    if (z < 0)
      z = 0;
    sum += z * z;
  }
  return sum;
}

// Functions of the library cut off as well.
// CHECK:      double rectified_reverse(
// CHECK:          const double z_bar = (z < 0.0 ? 0 : 1) * on_bar;
// CHECK-NEXT:     if (z_bar != 0) {
// CHECK-NEXT:       for (int i = 0; i < n; ++i)
[[ad::differentiate(reverse)]] double rectified(const double *w, const double *x, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    double z = 0;
    for (int i = 0; i < n; ++i)
      z += w[j * n + i] * x[i];
    const double on = std::max(z, 0.0);
    sum += on * on;
  }
  return sum;
}

// A condition that keeps a division from failing is none of these.
// CHECK:      double norm_reverse(
// CHECK-NOT:    != 0)
[[ad::differentiate(reverse)]] double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
