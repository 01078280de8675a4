// Calls that are the same in all iterations are made ahead of the loop, if it runs; those that go by
// the counter of the innermost loop fill a vector there.

// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-steady \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: exp_length_size

#include <cmath>

// CHECK-LABEL: {{^}}double pairs_reverse(
// CHECK:       const std::size_t exp_length_size = 0 < n && 0 < d ? d : 0;
// CHECK-NEXT:  std::vector<double> exp_length(exp_length_size);
// CHECK-NEXT:  if (0 < n) {
// CHECK-NEXT:    for (int k = 0; k < d; ++k)
// CHECK-NEXT:      exp_length[k] = std::exp(length[k]);
// CHECK:           const double t = (x[i * d + k] - x[j * d + k]) / exp_length[k];
// CHECK:       // reverse sweep
// CHECK-NOT:   exp(
// CHECK:         length_bar[k] += exp_length[k] * exp_length_bar[k];
[[ad::differentiate(reverse)]]
double pairs([[ad::constant]] const double *x, const double *length, int n, int d) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double r = 0;
      for (int k = 0; k < d; ++k) {
        const double t = (x[i * d + k] - x[j * d + k]) / std::exp(length[k]);
        r += t * t;
      }
      s += r * r;
    }
  return s;
}

// Of loops that run in any case nothing is asked, and what the loop gives a name to is looked through.
// CHECK-LABEL: {{^}}double named_reverse(
// CHECK:       const double sin_twice = std::sin(2 * a);
// CHECK-NOT:   std::sin(
// CHECK:       return
[[ad::differentiate(reverse)]]
double named(const double *x, double a) {
  double s = 0;
  for (int i = 0; i < 100; ++i) {
    const double twice = 2 * a;
    s += x[i] * std::sin(twice);
  }
  return s;
}

// What is made in a branch, behind a way out, or of what changes, stays.
// CHECK-LABEL: {{^}}double others_reverse(
// CHECK:       for (int i = 0; i < n; ++i) {
// CHECK-DAG:     std::exp(a)
// CHECK-DAG:     std::log(t)
// CHECK:       for (int i = 0; i < n; ++i) {
// CHECK-NEXT:    if (x[i] > 5)
// CHECK-NEXT:      break;
// CHECK:         std::cos(a)
[[ad::differentiate(reverse)]]
double others(const double *x, double a, int n) {
  double s = 0, t = a;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      s += std::exp(a) * x[i];
    s += std::log(t);
    t += x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] > 5)
      break;
    s += std::cos(a);
  }
  return s;
}
