// Elements that a walk over an array has left behind are read again in the reverse sweep.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print \
// RUN:   -fplugin-arg-ad-no-restore | FileCheck %s
#include <cmath>

// CHECK:      void series_reverse(double *x, double *x_bar, double p, double &p_bar, int n) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *sin_x_t_1_at = tape.array<double>(n - 1);
// CHECK-NEXT:   for (int t = 1; t < n; ++t) {
// CHECK-NEXT:     sin_x_t_1_at[t - 1] = std::sin(x[t - 1]);
// CHECK-NEXT:     x[t] = p * sin_x_t_1_at[t - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double p_bar_sum = 0;
// CHECK-NEXT:   for (int t = n; t-- > 1;) {
// CHECK-NEXT:     p_bar_sum += sin_x_t_1_at[t - 1] * x_bar[t];
// CHECK-NEXT:     x_bar[t - 1] += std::cos(x[t - 1]) * p * x_bar[t];
// CHECK-NEXT:     x_bar[t] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   p_bar += p_bar_sum;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void series(double *x, double p, int n) {
  for (int t = 1; t < n; ++t)
    x[t] = p * std::sin(x[t - 1]);
}

// A second pass comes back: everything is recorded.
// CHECK: void passes_reverse(
// CHECK:   double **x_t_1_at = tape.array<double>(2, n - 1);
[[ad::differentiate(reverse)]] void passes(double *x, int n) {
  for (int pass = 0; pass < 2; ++pass)
    for (int t = 1; t < n; ++t)
      x[t] *= x[t - 1];
}

// Rows, then columns: k < j <= i < n. The products of the factorisation are not recorded.
// CHECK:      void factor_reverse(
// CHECK:            for (int k = 0; k < j; ++k)
// CHECK-NEXT:         sum -= l[i * n + k] * l[j * n + k];
// CHECK:            for (int k = 0; k < j; ++k) {
// CHECK-NEXT:         l_bar[i * n + k] -= l[j * n + k] * sum_bar;
// CHECK-NEXT:         l_bar[j * n + k] -= l[i * n + k] * sum_bar;
// CHECK-NEXT:       }
[[ad::differentiate(reverse)]] void factor(const double *__restrict a, double *__restrict l, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
    }
}

// The same in branches, whose conditions say which elements they are about: nothing is recorded.
// CHECK:      void branches_reverse(
// CHECK-NOT:    tape
// CHECK:            if (i == j) {
// CHECK-NEXT:         sum_bar += (l[i * n + i] == 0 ? 0 : 0.5 / l[i * n + i]) * l_bar[i * n + i];
// CHECK:            } else {
// CHECK:              const double t_bar = l_i_n_j_seed / l[j * n + j];
[[ad::differentiate(reverse)]] void branches(const double *__restrict a, double *__restrict l, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= l[i * n + k] * l[j * n + k];
      if (i == j)
        l[i * n + i] = std::sqrt(sum);
      else
        l[i * n + j] = sum / l[j * n + j];
    }
}

// What a condition says of numbers that change in between, or of unsigned ones that may wrap, does not
// count.
// CHECK: double changing_reverse(
// CHECK:   x_j = tape.pop<double>();
[[ad::differentiate(reverse)]] double changing(double *x, int n, int j) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    if (j < i) {
      j = n - 1;
      s += s * x[j];
      x[i] = s;
    }
  return s;
}
// CHECK: double wrapping_reverse(
// CHECK:   x_j = tape.pop<double>();
[[ad::differentiate(reverse)]] double wrapping(double *x, unsigned n) {
  double s = 1;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      if (j - i < n) {
        s += s * x[j];
        x[i] = s;
      }
  return s;
}

// Columns that may be longer than a row reach into the next one.
// CHECK: void unknown_reverse(
// CHECK:   l_i_n_k_at
[[ad::differentiate(reverse)]] void unknown(double *l, int n, int m) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < j; ++k)
        l[i * n + j] *= l[i * n + k];
}
