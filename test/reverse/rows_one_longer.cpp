// Rows that are one longer than the loops over them go, as tables of dynamic programming have them:
// what the walk leaves behind is read again, not recorded.

// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

// CHECK-LABEL: {{^}}double table_reverse(
// CHECK-NOT:   tape
// CHECK:       {{^}$}}
[[ad::differentiate(reverse)]]
double table(const double *x, int n, int m) {
  std::vector<double> r((n + 1) * (m + 1), 1.5);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      r[i * (m + 1) + j] = x[i] * r[(i - 1) * (m + 1) + j] * r[i * (m + 1) + j - 1];
  return r[n * (m + 1) + m];
}

// The same by names for the elements.
// CHECK-LABEL: {{^}}double named_reverse(
// CHECK-NOT:   tape
// CHECK:       {{^}$}}
[[ad::differentiate(reverse)]]
double named(const double *x, int n, int m) {
  std::vector<double> r((n + 1) * (m + 2), 1.5);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      const double above = r[(i - 1) * (m + 2) + j + 1], before = r[i * (m + 2) + j - 1];
      r[i * (m + 2) + j] = x[i] * above * before;
    }
  return r[n * (m + 2) + m];
}

// Columns go one beyond the row.
// CHECK-LABEL: {{^}}double beyond_reverse(
// CHECK:       tape
// CHECK:       {{^}$}}
[[ad::differentiate(reverse)]]
double beyond(const double *x, int n, int m) {
  std::vector<double> r((n + 1) * (m + 1) + 1, 1.5);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m + 1; ++j)
      r[i * (m + 1) + j] = x[i] * r[(i - 1) * (m + 1) + j] * r[i * (m + 1) + j - 1];
  return r[n * (m + 1) + m];
}
