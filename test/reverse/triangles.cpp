// Elements (i, j) and (j, i) of a loop over one triangle of a matrix are never the same: its iterations
// meet only in sums, and their adjoints go along the rows of `d`. What comes ahead of the inner loop
// stays ahead of it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

// CHECK:      double both_triangles_reverse(const double *d, double *d_bar, double *c, double *c_bar, int n,
// CHECK:        // reverse sweep
// CHECK-NEXT:   c_bar[1] += c[m] * both_triangles_bar;
// CHECK-NEXT:   c_bar[m] += c[1] * both_triangles_bar;
// CHECK-NEXT:   for (int i = 0; i < m - 1; ++i) {
// CHECK-NEXT:     for (int j = i + 1; j < m; ++j) {
// CHECK-NEXT:       const double c_j_m_i_seed = c_bar[j * m + i];
// CHECK-NEXT:       c_bar[j * m + i] = 0;
// CHECK-NEXT:       c_bar[i * m + j] += c_j_m_i_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       double d_bar_sum = 0;
// CHECK-NEXT:       for (int j = i + 1; j < m; ++j) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:         const double c_i_m_j_seed = c_bar[i * m + j];
// CHECK-NEXT:         d_bar_sum += d[k * m + j] * c_i_m_j_seed;
// CHECK-NEXT:         d_bar[k * m + j] += d[k * m + i] * c_i_m_j_seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       if (d_bar_sum != 0)
// CHECK-NEXT:         d_bar[k * m + i] += d_bar_sum;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = i + 1; j < m; ++j)
// CHECK-NEXT:       c_bar[i * m + j] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   return c[1] * c[m];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double both_triangles(const double *d, double *c, int n, int m) {
  for (int i = 0; i < m - 1; ++i)
    for (int j = i + 1; j < m; ++j) {
      c[i * m + j] = 0.0;
      for (int k = 0; k < n; ++k)
        c[i * m + j] += d[k * m + i] * d[k * m + j];
      c[j * m + i] = c[i * m + j];
    }
  return c[1] * c[m];
}

// Rows that might be shorter than the loop is long: nothing is known.
// CHECK:      double short_rows_reverse(const double *d, double *d_bar, double *c, double *c_bar, int m, int row,
// CHECK:        // reverse sweep
// CHECK-NEXT:   c_bar[1] += c[m] * short_rows_bar;
// CHECK-NEXT:   c_bar[m] += c[1] * short_rows_bar;
// CHECK-NEXT:   for (int i = m - 1; i-- > 0;) {
// CHECK-NEXT:     for (int j = m; j-- > i + 1;) {
// CHECK-NEXT:       const double c_j_row_i_seed = c_bar[j * row + i];
// CHECK-NEXT:       c_bar[j * row + i] = 0;
// CHECK-NEXT:       const double c_i_row_j_seed = c_bar[i * row + j] + c_j_row_i_seed;
// CHECK-NEXT:       c_bar[i * row + j] = 0;
// CHECK-NEXT:       d_bar[i] += d_j_at[j - (i + 1)] * c_i_row_j_seed;
// CHECK-NEXT:       d_bar[j] += d_i_at[j - (i + 1)] * c_i_row_j_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.unnest(d_i_at);
// CHECK-NEXT:     tape.unnest(d_j_at);
// CHECK-NEXT:   }
// CHECK-NEXT:   return c[1] * c[m];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double short_rows(const double *d, double *c, int m, int row) {
  for (int i = 0; i < m - 1; ++i)
    for (int j = i + 1; j < m; ++j) {
      c[i * row + j] = d[i] * d[j];
      c[j * row + i] = c[i * row + j];
    }
  return c[1] * c[m];
}

// The means of columns.
// CHECK:      double centred_reverse(double *d, double *d_bar, double *mean, double *mean_bar, int n, int m,
// CHECK:        // reverse sweep
// CHECK-NEXT:   mean_bar[0] += mean[m - 1] * centred_bar;
// CHECK-NEXT:   mean_bar[m - 1] += mean[0] * centred_bar;
// CHECK-NEXT:   const double inverse = 1.0 / n;
// CHECK-NEXT:   for (int j = 0; j < m; ++j)
// CHECK-NEXT:     mean_bar[j] *= inverse;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < m; ++j)
// CHECK-NEXT:       d_bar[i * m + j] += mean_bar[j];
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int j = 0; j < m; ++j)
// CHECK-NEXT:     mean_bar[j] = 0;
// CHECK-NEXT:   return mean[0] * mean[m - 1];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double centred(double *d, double *mean, int n, int m) {
  for (int j = 0; j < m; ++j) {
    mean[j] = 0.0;
    for (int i = 0; i < n; ++i)
      mean[j] += d[i * m + j];
    mean[j] /= n;
  }
  return mean[0] * mean[m - 1];
}
