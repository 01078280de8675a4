// Ends that the function itself need not form are computed in numbers that do not overflow; others
// are written as they are.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

// CHECK-LABEL: void toLast_reverse(
// CHECK:         if (ad::overlap(x, ad::saturated(n) - shift, y, n))
[[ad::differentiate(reverse)]]
void toLast(const double *x, double *y, int n, int shift, int last) {
  for (int i = 0; i < n; ++i) {
    const int j = i - shift;
    if (j >= 0 && j <= last)
      y[i] = x[j] * x[j];
  }
}

// CHECK-LABEL: void left_reverse(
// CHECK:         if (ad::overlap(x, 3 * ad::saturated(most) + 2, y, most))
[[ad::differentiate(reverse)]]
void left(const double *x, double *y, unsigned most, unsigned n) {
  for (unsigned i = 0; i < most; ++i) {
    if (i >= n)
      break;
    y[i] = x[3 * i] * x[3 * i + 4];
  }
}

// CHECK-LABEL: void rows_reverse(
// CHECK:         if (ad::overlap(x, ad::saturated(n) * m, y, n))
[[ad::differentiate(reverse)]]
void rows(const double *x, double *y, const int *mask, int n, int m) {
  for (int i = 0; i < n; ++i)
    if (mask[i])
      for (int j = 0; j < m; ++j)
        y[i] += x[i * m + j] * x[i * m + j];
}

// All rows, in some steps of a loop around; columns that begin on the diagonal.
// CHECK-LABEL: void steps_reverse(
// CHECK:         if (ad::overlap(x, n * n, y, n + 1))
[[ad::differentiate(reverse)]]
void steps(const double *x, double *y, int n, int times) {
  for (int t = 0; t < times; ++t)
    if (t % 2)
      for (int i = 0; i < n; ++i)
        for (int j = i; j < n; ++j)
          y[i + 1] += x[i * n + j] * x[i * n + j];
}

// Where rows begin may be behind all columns.
// CHECK-LABEL: void fewColumns_reverse(
// CHECK:         ad::overlap(x, {{.*}}ad::saturated(
[[ad::differentiate(reverse)]]
void fewColumns(const double *x, double *y, int n, int k, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < m; ++j)
      y[i] += x[i * 100 + j + k] * x[i * 100 + j + k];
}
