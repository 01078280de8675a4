// Which iteration took the branch last is kept where the loop stands in another, too.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

// CHECK:      double nearest_reverse(
// CHECK-NOT:    tape
// CHECK:        for (int p = 0; p < points; ++p) { // each iteration is reversed at once
// CHECK-NEXT:     double least = 1e9;
// CHECK-NEXT:     int c_last = centres;
// CHECK-NEXT:     for (int c = 0; c < centres; ++c) {
// CHECK:            if (d < least) {
// CHECK-NEXT:         least = d;
// CHECK-NEXT:         c_last = c;
// CHECK:          if (c_last < centres) {
// CHECK:            m_bar[c_last] -=
[[ad::differentiate(reverse)]]
double nearest(const double *x, const double *m, int points, int centres) {
  double total = 0;
  for (int p = 0; p < points; ++p) {
    double least = 1e9;
    for (int c = 0; c < centres; ++c) {
      const double d = (x[p] - m[c]) * (x[p] - m[c]);
      if (d < least)
        least = d;
    }
    total += least;
  }
  return total;
}

// The bound is not of the type of the counter: flags.
// CHECK:      double other_types_reverse(
// CHECK:        taken_at
[[ad::differentiate(reverse)]]
double other_types(const double *x, unsigned char n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > m)
      m = x[i];
  return m;
}
