// Memory that objects own and that a function makes for them is called by its name: what an operator
// reads through the object needs no pointer kept, and what an object's numbers answer is not asked.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

class Matrix {
  int rows, columns;
  double *data;

public:
  Matrix() : rows(0), columns(0), data(nullptr) {}
  Matrix(int rows, int columns) : rows(rows), columns(columns), data(new double[rows * columns]) {}
  Matrix(const Matrix &) = delete;
  Matrix &operator=(const Matrix &) = delete;
  ~Matrix() { delete[] data; }
  double &operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
  void resize(int r, int c) {
    if (rows * columns != r * c) {
      delete[] data;
      data = new double[r * c];
    }
    rows = r;
    columns = c;
  }
  static void multiply(const Matrix &a, const Matrix &b, Matrix *out) {
    out->resize(a.rows, b.columns);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < b.columns; ++j) {
        (*out)(i, j) = 0;
        for (int k = 0; k < a.columns; ++k)
          (*out)(i, j) += a(i, k) * b(k, j);
      }
  }
};

// CHECK-LABEL: double turned_reverse(
// CHECK-NOT:     rows !=
// CHECK:         for (int t = 0; t < n; ++t) {
// CHECK:           double *const a_data = new double[2 * 2];
// CHECK:           double *const b_data = new double[2 * 2];
// CHECK:           a_data[3] = cos_angles_t;
// CHECK:           tape.delete_array_at_end(c.data);
// CHECK-NEXT:      double *const c_data = new double[4];
// CHECK:           c.rows = 2;
// CHECK:           for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:        for (int j = 0; j < 2; ++j) {
// CHECK-NEXT:          c_data[i * 2 + j] = 0;
// CHECK-NEXT:          for (int k = 0; k < 2; ++k)
// CHECK-NEXT:            c_data[i * 2 + j] += a_data_then[i * 2 + k] * b_data_then[k * 2 + j];
// CHECK:         for (int t = n; t-- > 0;) {
// CHECK-NEXT:      double *const a_data_bar = a_data_bar_at[t];
// CHECK-NEXT:      double *const b_data_bar = b_data_bar_at[t];
// CHECK-NEXT:      double *const c_data_bar = c_data_bar_at[t];
// CHECK-NOT:       = {{.*}}_bar_at[t];
// CHECK:         return s;
[[ad::differentiate(reverse)]]
double turned(const double *angles, int n) {
  double s = 0;
  for (int t = 0; t < n; ++t) {
    Matrix a(2, 2), b(2, 2), c;
    a(0, 0) = a(1, 1) = std::cos(angles[t]);
    a(0, 1) = std::sin(angles[t]);
    a(1, 0) = -a(0, 1);
    for (int i = 0; i < 4; ++i)
      b(i / 2, i % 2) = angles[t] * i;
    Matrix::multiply(a, b, &c);
    s += c(0, 0) * c(1, 1) - c(0, 1);
  }
  return s;
}

struct View {
  const double *p;
  int n;
};

// What the user says carries no derivative does not come by another name.
// CHECK-LABEL: double held_reverse(
// CHECK-NOT:     x_bar[i] +=
// CHECK:         s += x[i] * a.p[i];
// CHECK-NEXT:    x_bar[i] += a.p[i] * s_bar;
// CHECK-NOT:     x_bar[i] +=
// CHECK:       }
[[ad::differentiate(reverse)]]
double held(const double *x, int n) {
  const View whole{x, n};
  [[ad::constant]] const View a = whole;
  double s = 0;
  for (int i = 0; i < a.n; ++i)
    s += x[i] * a.p[i];
  return s;
}

struct Both {
  View active;
  [[ad::constant]] View fixed;
};

// CHECK-LABEL: double half_reverse(
// CHECK:         s += x[i] * b.fixed.p[i];
// CHECK-NEXT:    x_bar[i] += b.fixed.p[i] * s_bar;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double half(const double *x, int n) {
  const Both b{{x, n}, {x, n}};
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += b.active.p[i] * b.fixed.p[i];
  return s;
}

// CHECK-LABEL: double seen_reverse(
// CHECK:         s += x[i] * x[i];
// CHECK-NEXT:    x_bar[i] += 2 * x[i] * s_bar;
[[ad::differentiate(reverse)]]
double seen(const double *x, int n) {
  const View a{x, n};
  double s = 0;
  for (int i = 0; i < a.n; ++i)
    s += a.p[i] * a.p[i];
  return s;
}
