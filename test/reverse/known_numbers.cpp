// What an object's numbers were set to says how far subscripts go: rows of an elimination that are
// final are not recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

class Matrix {
  int rows, columns;
  std::vector<double> a;

public:
  Matrix(int rows, int columns) : rows(rows), columns(columns), a(rows * columns) {}
  int size() const { return rows; }
  double &operator()(int i, int j) { return a[i * columns + j]; }
  double operator()(int i, int j) const { return a[i * columns + j]; }
};

// CHECK-LABEL: double eliminated_reverse(
// CHECK:         Matrix u = m;
// CHECK-NEXT:    double *f_at = nullptr;
// CHECK-NEXT:    for (int k = 0; k < n; ++k) {
// CHECK-NEXT:      tape.nest(f_at, n - (k + 1));
// CHECK-NEXT:      for (int i = k + 1; i < n; ++i) {
// CHECK-NEXT:        const double f = u.a[i * n + k] / u.a[k * n + k];
// CHECK-NEXT:        f_at[i - (k + 1)] = f;
// CHECK-NEXT:        for (int j = k; j < n; ++j)
// CHECK-NEXT:          u.a[i * n + j] -= f * u.a[k * n + j];
[[ad::differentiate(reverse)]]
double eliminated(const std::vector<double> &p, int n) {
  Matrix m(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m(i, j) = p[i * n + j];
  Matrix u = m;
  for (int k = 0; k < u.size(); ++k)
    for (int i = k + 1; i < u.size(); ++i) {
      const double f = u(i, k) / u(k, k);
      for (int j = k; j < u.size(); ++j)
        u(i, j) -= f * u(k, j);
    }
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += u(k, k);
  return s;
}
