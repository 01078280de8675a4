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

// A loop that is recorded, inside of others: in an array by their iterations.
// CHECK:      double best_paths_reverse(
// CHECK-NOT:    taken_at
// CHECK:        int **i_last_at = tape.array<int>(steps, n);
// CHECK:            int i_last = n;
// CHECK:                i_last = i;
// CHECK:            i_last_at[t][j] = i_last;
// CHECK-NOT:    taken_at
// CHECK:            const int i_taken = i_last_at[t][j];
// CHECK-NEXT:         for (int i = 0; i < n; ++i) {
// CHECK-NEXT:           if (i == i_taken)
[[ad::differentiate(reverse)]]
double best_paths(const double *x, const double *w, int n, int steps) {
  double a[64], b[64], p[64], sum = 0;
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < n; ++j) {
      double m = -1e300;
      for (int i = 0; i < n; ++i) {
        p[i] = a[i] + w[i * n + j];
        if (p[i] > m)
          m = p[i];
      }
      for (int i = 0; i < n; ++i)
        sum += std::exp(p[i] - m);
      b[j] = m;
    }
    for (int j = 0; j < n; ++j)
      a[j] = b[j];
  }
  return sum + a[0];
}
