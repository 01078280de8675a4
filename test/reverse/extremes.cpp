// A running maximum or minimum is a branch: what is kept is no value, but the number of the last
// iteration that changed it, or, where others matter, which way each went.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <algorithm>
#include <cmath>

// CHECK:      double largest_reverse(const double *x, double *x_bar, int n, double largest_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double m = x[0];
// CHECK-NEXT:   int i_last = 0;
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     if (m < x[i]) {
// CHECK-NEXT:       m = x[i];
// CHECK-NEXT:       i_last = i;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double m_bar = largest_bar;
// CHECK-NEXT:   x_bar[i_last] += m_bar;
// CHECK-NEXT:   return m;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double largest(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::max(m, x[i]);
  return m;
}

// The other way round, a tie is the newer one, and so is what cannot be compared. What is costly is
// computed once.
// CHECK:      double least_reverse(
// CHECK:          const double candidate = x[i] * x[i];
// CHECK-NEXT:     if (!(m < candidate)) {
// CHECK-NEXT:       m = candidate;
// CHECK-NEXT:       i_last = i;
[[ad::differentiate(reverse)]] double least(const double *x, int n) {
  double m = 100;
  for (int i = 0; i < n; ++i)
    m = std::min(x[i] * x[i], m);
  return m;
}

// CHECK:      double nearest_reverse(
// CHECK:          if (x[i] * x[i] < m) {
// CHECK-NEXT:       m = x[i] * x[i];
// CHECK-NEXT:       i_last = i;
// CHECK:        if (i_last < n)
// CHECK-NEXT:     x_bar[i_last] += 2 * x[i_last] * m_bar;
[[ad::differentiate(reverse)]] double nearest(const double *x, int n) {
  double m = 100;
  for (int i = 0; i < n; ++i)
    m = x[i] * x[i] < m ? x[i] * x[i] : m;
  return m;
}

// Outside of loops there is nothing to be gained, and std::fmax, which skips what is not a number,
// is no comparison.
// CHECK:      double once_reverse(
// CHECK:        m = std::max(m, y);
[[ad::differentiate(reverse)]] double once(double x, double y) {
  double m = x;
  m = std::max(m, y);
  return m;
}
// CHECK:      double skipping_reverse(
// CHECK:          std::fmax(
[[ad::differentiate(reverse)]] double skipping(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::fmax(m, x[i]);
  return m;
}
