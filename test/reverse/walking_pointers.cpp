// Pointers and iterators that a loop moves along are subscripts of its counter: the loop counts, and
// no pointer is moved back. One that is asked for behind the loop still is.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-walks \
// RUN:   | FileCheck %s --check-prefix=WALKS

// WALKS: double iterators_reverse(
// WALKS: ++it_bar;

#include <cmath>
#include <vector>

// CHECK:      double iterators_reverse(const std::vector<double> &x, std::vector<double> &x_bar,
// CHECK-NEXT:                          double iterators_bar) {
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   const double s_bar = iterators_bar;
// CHECK-NEXT:   for (std::size_t i = 0; i < x.size(); ++i) { // each iteration is reversed at once
// CHECK-NEXT:     s += std::sin(x[i]);
// CHECK-NEXT:     x_bar[i] += std::cos(x[i]) * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double iterators(const std::vector<double> &x) {
  double s = 0;
  for (auto it = x.begin(); it != x.end(); ++it)
    s += std::sin(*it);
  return s;
}

// CHECK:      double pointers_reverse(const double *x, double *x_bar, const double *y, double *y_bar, int n,
// CHECK-NEXT:                         double pointers_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   const double s_bar = pointers_bar;
// CHECK-NEXT:   for (int n_1 = n - 1; n_1 >= 0; --n_1) { // each iteration is reversed at once
// CHECK-NEXT:     s += x[n - 1 - n_1] * y[n - 1 - n_1];
// CHECK-NEXT:     x_bar[n - 1 - n_1] += y[n - 1 - n_1] * s_bar;
// CHECK-NEXT:     y_bar[n - 1 - n_1] += x[n - 1 - n_1] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double pointers(const double *x, const double *y, int n) {
  double s = 0;
  while (n-- > 0)
    s += *x++ * *y++;
  return s;
}

// CHECK:      double column_reverse(const double *a, double *a_bar, int n, double column_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   const double s_bar = column_bar;
// CHECK-NEXT:   for (int k = 0; k < n; ++k) { // each iteration is reversed at once
// CHECK-NEXT:     s += a[1 + static_cast<long>(k) * n] * a[1 + static_cast<long>(k) * n];
// CHECK-NEXT:     a_bar[1 + static_cast<long>(k) * n] += 2 * a[1 + static_cast<long>(k) * n] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     s += a[i];
// CHECK-NEXT:     a_bar[i] += s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double column(const double *a, int n) {
  const double *p, *end = a + n;
  double s = 0;
  int k;
  for (k = 0, p = a + 1; k < n; ++k, p += n)
    s += *p * *p;
  for (p = a; p < end; ++p)
    s += *p;
  return s;
}

// CHECK:      double asked_behind_reverse(const double *x, double *x_bar, int n, double asked_behind_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const double *x_1 = x;
// CHECK-NEXT:   double *x_1_bar = x_bar;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n;) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     s += *x_1 * *x_1;
// CHECK-NEXT:     ++i;
// CHECK-NEXT:     ++x_1_bar;
// CHECK-NEXT:     ++x_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double asked_behind_value = s * *x_1;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = *x_1 * asked_behind_bar;
// CHECK-NEXT:   *x_1_bar += s * asked_behind_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     --x_1;
// CHECK-NEXT:     --x_1_bar;
// CHECK-NEXT:     *x_1_bar += 2 * *x_1 * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return asked_behind_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double asked_behind(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i, ++x)
    s += *x * *x;
  return s * *x;
}

// The end is declared in the head of the loop, too.
// CHECK-LABEL: double ends_reverse(
// CHECK:         for (std::size_t i = 0; i < v.size(); ++i) { // each iteration is reversed at once
// CHECK-NEXT:      s += v[i] * v[i];
// CHECK-NEXT:      v_bar[i] += 2 * v[i] * s_bar;
// CHECK-NEXT:    }
// CHECK:         for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:      s += x[i] * x[i];
// CHECK-NEXT:      x_bar[i] += 2 * x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
[[ad::differentiate(reverse)]] double ends(const std::vector<double> &v, const double *x, int n) {
  double s = 0;
  for (auto it = v.begin(), end = v.end(); it != end; ++it)
    s += *it * *it;
  for (const double *end = x + n, *p = x; p < end; ++p)
    s += *p * *p;
  return s;
}
