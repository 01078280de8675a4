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

// The loop forms what it compares, too: the branch asks for its number, and the adjoint goes up.
// CHECK:      double scores_reverse(
// CHECK-NOT:    taken_at
// CHECK:          int j_last = n;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK:              j_last = j;
// CHECK:            m_bar -= t_bar;
// CHECK:          for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       if (j == j_last)
// CHECK-NEXT:         p_bar[j] += m_bar;
// CHECK:      return
[[ad::differentiate(reverse)]]
double scores(const double *q, const double *key, int rows, int n, int d) {
  double loss = 0, p[64];
  for (int i = 0; i < rows; ++i) {
    double m = -1e30;
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < d; ++k)
        s += q[i * d + k] * key[j * d + k];
      p[j] = s;
      if (m < p[j])
        m = p[j];
    }
    for (int j = 0; j < n; ++j)
      loss += (p[j] - m) * (p[j] - m);
  }
  return loss;
}

// What the iterations read of the number that they hand on: flags.
// CHECK:      double read_on_the_way_reverse(
// CHECK:        taken_at
[[ad::differentiate(reverse)]]
double read_on_the_way(const double *x, int n) {
  double m = x[0], s = 0;
  for (int i = 1; i < n; ++i) {
    if (x[i] > m)
      m = x[i];
    s += m * x[i];
  }
  return s;
}
