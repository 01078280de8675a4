// The adjoint of a local array is not cleared where the first loop to use it sets all that is used.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#define ENERGY(NAME, ...)                                                                       \
  [[ad::differentiate(reverse)]] double NAME(const double *x, const double *w, int n, int d) {  \
    double e = 0;                                                                               \
    for (int i = 0; i < n; ++i) {                                                               \
      double z[64];                                                                             \
      __VA_ARGS__                                                                               \
      for (int j = 0; j < d; ++j)                                                               \
        e += z[j] * z[j];                                                                       \
    }                                                                                           \
    return e;                                                                                   \
  }

// CHECK:      double filled_reverse(
// CHECK:          double z_bar[64];
// CHECK-NEXT:     for (int j = 0; j < d; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       e += z[j] * z[j];
// CHECK-NEXT:       z_bar[j] = 2 * z[j] * e_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:     for (int j = 0; j < d; ++j) {
ENERGY(filled, for (int j = 0; j < d; ++j) z[j] = x[i] * w[j];)

// An element that may lie beyond the end is cleared by itself.
// CHECK:      double numbered_reverse(
// CHECK:          double z_bar[64];
// CHECK-NEXT:     z_bar[3] = 0;
// CHECK:            z_bar[j] = 2 * z[j] * e_bar;
// CHECK:          z_bar[3] +=
[[ad::differentiate(reverse)]] double numbered(const double *x, const double *w, int n, int d) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double z[64];
    z[3] = 0;
    for (int j = 0; j < d; ++j)
      z[j] = x[i] * w[j];
    const double third = z[3] * x[i];
    for (int j = 0; j < d; ++j)
      e += z[j] * z[j];
    e += third;
  }
  return e;
}

// Other ends, other elements, conditions, and ends that change: all is cleared.
// CHECK:      double farther_reverse(
// CHECK:          double z_bar[64] = {};
ENERGY(farther, for (int j = 0; j <= d; ++j) z[j] = x[i] * w[j];)
// CHECK:      double shifted_reverse(
// CHECK:          double z_bar[64] = {};
ENERGY(shifted, z[0] = 1; for (int j = 0; j < d; ++j) z[j + 1] = x[i] * w[j];)
// CHECK:      double conditional_reverse(
// CHECK:          double z_bar[64] = {};
[[ad::differentiate(reverse)]] double conditional(const double *x, const double *w, int n, int d) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double z[64];
    for (int j = 0; j < d; ++j)
      z[j] = x[i] * w[j];
    for (int j = 0; j < d; ++j)
      if (z[j] > 0)
        e += z[j] * z[j];
  }
  return e;
}

// What is done with need not be cleared: the last loop to use an adjoint. Not where another iteration
// of a loop around goes on with it.
// CHECK:      double done_reverse(
// CHECK:        for (int j = 0; j < d; ++j) {
// CHECK-NEXT:     a_bar[j] += z_bar[j];
// CHECK-NEXT:     b_bar[j] += z_bar[j];
// CHECK-NEXT:   }
// CHECK-NEXT:   return
[[ad::differentiate(reverse)]] double done(const double *a, const double *b, int d) {
  double z[64], e = 0;
  for (int j = 0; j < d; ++j)
    z[j] = a[j] + b[j];
  for (int j = 0; j < d; ++j)
    e += z[j] * z[j];
  return e * e;
}
// CHECK:      double steps_reverse(
// CHECK:        for (int t = times; t-- > 0;) {
// CHECK:            next_bar[j] = 0;
// CHECK:        return
[[ad::differentiate(reverse)]] double steps(const double *a, int d, int times) {
  double now[80], next[80];
  for (int j = 0; j < d; ++j)
    now[j] = a[j];
  for (int t = 0; t < times; ++t) {
    for (int j = 0; j < d; ++j)
      next[j] = now[j] * now[j];
    for (int j = 0; j < d; ++j)
      now[j] = 0.5 * next[j] * next[0];
  }
  return now[1];
}
