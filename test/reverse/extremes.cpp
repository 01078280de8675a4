// A running maximum or minimum is a branch: which way it went is kept, not the value, and the
// adjoint ends with the last iteration that changed it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <algorithm>
#include <cmath>

// CHECK:      double largest_reverse(const double *x, double *x_bar, int n, double largest_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double m = x[0];
// CHECK-NEXT:   bool *taken_at = tape.array<bool>(n - 1);
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     const bool taken = m < x[i];
// CHECK-NEXT:     taken_at[i - 1] = taken;
// CHECK-NEXT:     if (taken)
// CHECK-NEXT:       m = x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double m_bar = largest_bar;
// CHECK-NEXT:   for (int i = n; i-- > 1;) {
// CHECK-NEXT:     if (taken_at[i - 1]) {
// CHECK-NEXT:       x_bar[i] += m_bar;
// CHECK-NEXT:       m_bar = 0;
// CHECK-NEXT:       break;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar[0] += m_bar;
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
// CHECK:          const double candidate = std::fabs(x[i]);
// CHECK-NEXT:     const bool taken = !(m < candidate);
[[ad::differentiate(reverse)]] double least(const double *x, int n) {
  double m = 100;
  for (int i = 0; i < n; ++i)
    m = std::min(std::fabs(x[i]), m);
  return m;
}

// CHECK:      double nearest_reverse(
// CHECK:          const bool taken = x[i] * x[i] < m;
// CHECK-NEXT:     taken_at[i] = taken;
// CHECK-NEXT:     if (taken)
// CHECK-NEXT:       m = x[i] * x[i];
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
