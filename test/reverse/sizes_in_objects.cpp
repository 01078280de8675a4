// A loop that fills arrays anew in each of its iterations, as far as an object says: the sizes get
// names ahead of it, and vectors in the object are held for its iterations as others are. Not where
// the loop may change them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-members \
// RUN:   | FileCheck --check-prefix=NOT %s
// NOT: double Heat::run_reverse(
// NOT-NOT: const int n = n_;
// NOT: }
#include <utility>
#include <vector>

struct Heat {
  int n_, steps;
  double k;
  std::vector<double> u, w;
  int n() const { return n_; }
  void step() {
    for (int i = 1; i < n() - 1; ++i)
      w[i] = u[i] + k * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, w);
  }

  // CHECK-LABEL: double Heat::run_reverse(
  // CHECK:         const int n = n_;
  // CHECK-NEXT:    for (int t = 0; t < steps; ++t) {
  // CHECK-NEXT:      tape.nest(u_then, n);
  // CHECK:           for (int i = 1; i < n - 1; ++i)
  // CHECK-NEXT:        w[i] = u_then[i] + k * u_then[i] *
  // CHECK:           u.swap(w);
  // CHECK:         for (int i = 0; i < n; ++i)
  [[ad::differentiate(reverse)]] double run() {
    for (int t = 0; t < steps; ++t)
      step();
    double s = 0;
    for (int i = 0; i < n(); ++i)
      s += u[i] * u[i];
    return s;
  }
};

// CHECK-LABEL: double shrinks_reverse(
// CHECK:         for (int t = 0; t < 4; ++t) {
// CHECK-NEXT:      const int h_n_ = h.n_;
// CHECK-NEXT:      h_n__at[t] = h_n_;
[[ad::differentiate(reverse)]] double shrinks(Heat &h) {
  for (int t = 0; t < 4; ++t) {
    h.step();
    h.n_ -= 1;
  }
  return h.u[1];
}

struct Mesh {
  struct {
    int rows, columns;
  } size;
  std::vector<double> a;
  int columns() const { return size.columns; }
};

// CHECK-LABEL: double sweeps_reverse(
// CHECK:         const int m_size_rows = m.size.rows;
// CHECK-NEXT:    const int m_size_columns = m.size.columns;
// CHECK:         for (int s = 0; s < times; ++s) {
[[ad::differentiate(reverse)]] double sweeps(Mesh &m, int times) {
  for (int s = 0; s < times; ++s)
    for (int i = 1; i < m.size.rows; ++i)
      for (int j = 1; j < m.size.columns; ++j)
        m.a[i * m.columns() + j] *= m.a[(i - 1) * m.columns() + j - 1];
  return m.a[m.columns() + 1];
}

// Matrices that functions return, `h = (a * h) * b`: one copy for each product, not for each of its rows;
// elements of the adjoint are summed in a variable. Each h has the sizes of the one before, which are n.
// CHECK-LABEL: double power_reverse(
// CHECK-NOT:     _c_at
// CHECK:         tape.nest(h_d_then, n * n);
// CHECK-NEXT:    if (0 < n) {
// CHECK:         for (int i = 0; i < n; ++i) {
// CHECK:             for (int j = 0; j < n; ++j)
// CHECK-NEXT:          m_d[i * n + j] += a_d[i * n + k] * h_d_then[k * n + j];
// CHECK:             double a_d_bar_sum = 0;
// CHECK:               a_d_bar_sum += h_d_then[k * n + j] * t_bar;
// CHECK:             a_d_bar[i * n + k] += a_d_bar_sum;
struct Matrix {
  int r, c;
  std::vector<double> d;
  Matrix(int r, int c) : r(r), c(c), d(r * c) {}
  double &operator()(int i, int j) { return d[i * c + j]; }
  double operator()(int i, int j) const { return d[i * c + j]; }
};
static Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix m(a.r, b.c);
  for (int i = 0; i < a.r; ++i)
    for (int k = 0; k < a.c; ++k)
      for (int j = 0; j < b.c; ++j)
        m(i, j) += a(i, k) * b(k, j);
  return m;
}
[[ad::differentiate(reverse)]] double power(const std::vector<double> &w, int n, int steps) {
  Matrix a(n, n), h(n, n);
  for (int i = 0; i < n * n; ++i) {
    a.d[i] = w[i];
    h.d[i] = w[n * n + i];
  }
  for (int t = 0; t < steps; ++t)
    h = a * h;
  return h(0, 0);
}
