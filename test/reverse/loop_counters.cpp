// A counter that is declared outside of its loop, as in C, is the loop's own where nobody asks for it
// behind the loop: the loop counts, and its records are arrays. So does a while loop that counts.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-counters \
// RUN:   | FileCheck %s --check-prefix=SHARED

// SHARED: double by_for_reverse(
// SHARED: for (i = 0; i < n; ++i)

#include <cmath>

// CHECK:      double by_for_reverse(const double *x, double *x_bar, int n, double by_for_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double *s_at = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     tape.nest(s_at, n - i);
// CHECK-NEXT:     for (int j = i; j < n; ++j) {
// CHECK-NEXT:       s_at[j - i] = s;
// CHECK-NEXT:       s += std::sin(x[j] * s);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const double by_for_value = s;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = by_for_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     for (int j = n; j-- > i;) {
// CHECK-NEXT:       s = s_at[j - i];
// CHECK-NEXT:       const double t_bar = std::cos(x[j] * s) * s_bar;
// CHECK-NEXT:       x_bar[j] += s * t_bar;
// CHECK-NEXT:       s_bar += x[j] * t_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.unnest(s_at);
// CHECK-NEXT:   }
// CHECK-NEXT:   return by_for_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double by_for(const double *x, int n) {
  int i, j;
  double s = 1;
  for (i = 0; i < n; i++)
    for (j = i; j < n; j++)
      s += std::sin(x[j] * s);
  return s;
}

// CHECK:      double by_while_reverse(const double *x, double *x_bar, int n, double by_while_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   double *s_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s_at[i] = s;
// CHECK-NEXT:     s *= 1 + x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = by_while_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     x_bar[i] += s_at[i] * s_bar;
// CHECK-NEXT:     s_bar *= 1 + x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double by_while(const double *x, int n) {
  double s = 1;
  int i = 0;
  while (i < n) {
    s *= 1 + x[i];
    ++i;
  }
  return s;
}

// CHECK:      double asked_behind_reverse(const double *x, double *x_bar, int n, double asked_behind_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   int i;
// CHECK-NEXT:   for (i = 0; i < n; ++i) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push(s);
// CHECK-NEXT:     s *= 1 + x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   const double asked_behind_value = s / i;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = asked_behind_bar / i;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     --i;
// CHECK-NEXT:     s = tape.pop<double>();
// CHECK-NEXT:     x_bar[i] += s * s_bar;
// CHECK-NEXT:     s_bar *= 1 + x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return asked_behind_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double asked_behind(const double *x, int n) {
  int i;
  double s = 1;
  for (i = 0; i < n; ++i)
    s *= 1 + x[i];
  return s / i;
}
