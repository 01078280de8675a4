// Loops that go down columns change places with those around them, in both sweeps: in the forward
// sweep where iterations have nothing in common, so that no bit changes. What is recorded there lies in
// rows then; a sum in a variable is formed in the element where it is left.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-interchange | FileCheck %s --check-prefix=OFF
#include <cmath>
#include <vector>

// CHECK:      void orthogonal_reverse(double *__restrict a, double *__restrict a_bar, double *__restrict r,
// CHECK-NEXT:                         double *__restrict r_bar, const double *__restrict q, double *q_bar, int m,
// CHECK-NEXT:                         int n) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double **a_i_n_j_at = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     tape.nest(a_i_n_j_at, m, n - (k + 1));
// CHECK-NEXT:     for (int j = k + 1; j < n; ++j)
// CHECK-NEXT:       r[k * n + j] = 0;
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT:         a_i_n_j_at[i][j - (k + 1)] = a[i * n + j];
// CHECK-NEXT:         r[k * n + j] += q[i * n + k] * a[i * n + j];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j)
// CHECK-NEXT:         a[i * n + j] -= q[i * n + k] * r[k * n + j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int k = n; k-- > 0;) {
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT:       double q_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         const double a_i_n_j_seed = a_bar[i * n + j];
// CHECK-NEXT:         q_bar_sum -= r[k * n + j] * a_i_n_j_seed;
// CHECK-NEXT:         r_bar[k * n + j] -= q[i * n + k] * a_i_n_j_seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       if (q_bar_sum != 0)
// CHECK-NEXT:         q_bar[i * n + k] += q_bar_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT:       double q_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         const double r_k_n_j_seed = r_bar[k * n + j];
// CHECK-NEXT:         q_bar_sum += a_i_n_j_at[i][j - (k + 1)] * r_k_n_j_seed;
// CHECK-NEXT:         a_bar[i * n + j] += q[i * n + k] * r_k_n_j_seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       if (q_bar_sum != 0)
// CHECK-NEXT:         q_bar[i * n + k] += q_bar_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = k + 1; j < n; ++j)
// CHECK-NEXT:       r_bar[k * n + j] = 0;
// CHECK-NEXT:     tape.unnest(a_i_n_j_at);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// OFF:      void orthogonal_reverse(
// OFF:          for (int j = k + 1; j < n; ++j) {
// OFF-NEXT:       r[k * n + j] = 0;
// OFF-NEXT:       for (int i = 0; i < m; ++i) {
// OFF-NEXT:         a_i_n_j_at[j - (k + 1)][i] = a[i * n + j];
[[ad::differentiate(reverse)]] void orthogonal(double *__restrict a, double *__restrict r,
                                               const double *__restrict q, int m, int n) {
  for (int k = 0; k < n; ++k)
    for (int j = k + 1; j < n; ++j) {
      r[k * n + j] = 0;
      for (int i = 0; i < m; ++i)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
      for (int i = 0; i < m; ++i)
        a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
}

// A sum in a variable.
// CHECK:      double product_reverse(const double *a, double *a_bar, const double *b, double *b_bar, int n,
// CHECK-NEXT:                        double product_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const std::size_t c_size = n * n;
// CHECK-NEXT:   std::vector<double> c(c_size);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < n; ++j)
// CHECK-NEXT:       c[i * n + j] = 0;
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       for (int j = 0; j < n; ++j)
// CHECK-NEXT:         c[i * n + j] += a[i * n + k] * b[k * n + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 0; j < n; ++j)
// CHECK-NEXT:       c[i * n + j] *= 0.5;
// CHECK-NEXT:   }
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n * n; ++i)
// CHECK-NEXT:     sum += c[i] * c[i];
// CHECK-NEXT:   const double sqrt_sum = std::sqrt(sum);
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   std::vector<double> c_bar(c.size());
// CHECK-NEXT:   const double sum_bar = (sqrt_sum == 0 ? 0 : 0.5 / sqrt_sum) * product_bar;
// CHECK-NEXT:   for (int i = 0; i < n * n; ++i)
// CHECK-NEXT:     c_bar[i] += 2 * c[i] * sum_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       double a_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int j = 0; j < n; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         const double t_bar = 0.5 * c_bar[i * n + j];
// CHECK-NEXT:         a_bar_sum += b[k * n + j] * t_bar;
// CHECK-NEXT:         b_bar[k * n + j] += a[i * n + k] * t_bar;
// CHECK-NEXT:       }
// CHECK-NEXT:       a_bar[i * n + k] += a_bar_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return sqrt_sum;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double product(const double *a, const double *b, int n) {
  std::vector<double> c(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double t = 0;
      for (int k = 0; k < n; ++k)
        t += a[i * n + k] * b[k * n + j];
      c[i * n + j] = 0.5 * t;
    }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += c[i] * c[i];
  return std::sqrt(sum);
}

// Where an iteration reads what another one has left, everything stays as it is.
// CHECK:      void recurrence_reverse(
// CHECK:        // forward sweep
// CHECK:        for (int j = 1; j < n; ++j) {
// CHECK-NEXT:     for (int i = 0; i < m; ++i)
// CHECK-NEXT:       a[i * n + j] += b[i * n + j] * a[i * n + j - 1];
[[ad::differentiate(reverse)]] void recurrence(double *__restrict a, const double *__restrict b,
                                               int m, int n) {
  for (int j = 1; j < n; ++j)
    for (int i = 0; i < m; ++i)
      a[i * n + j] += b[i * n + j] * a[i * n + j - 1];
}

// A subscript with a name of its own is no number that stays the same: nothing changes places. (u and
// c are only read: they may be one array, whatever __restrict says, and so may their adjoints.)
// CHECK-LABEL: {{^}}double named_subscript_reverse(
// CHECK:       // reverse sweep
// CHECK-NOT:   for (int j
// CHECK:       for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:    for (int j = 1; j < n - 1; ++j) {
// CHECK-NEXT:      const int at = i * n + j;
[[ad::differentiate(reverse)]]
double named_subscript(const double *__restrict u, const double *__restrict c, int n) {
  double v[400] = {}, s = 0;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      v[at] = u[at] + c[at] * (u[at - n] + u[at - 1] - 4 * u[at] + u[at + 1] + u[at + n]);
    }
  for (int i = 0; i < n * n; ++i)
    s += v[i] * v[i];
  return std::sqrt(s);
}
