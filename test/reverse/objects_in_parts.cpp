// A local object with vectors, of which only members are used, is as many variables: its vectors
// are made with their sizes, keep their memory, and change places.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

struct Matrix {
  int rows, columns;
  std::vector<double> d;
  Matrix(int r, int c) : rows(r), columns(c), d(r * c, 0.0) {}
  double &operator()(int i, int j) { return d[i * columns + j]; }
  double operator()(int i, int j) const { return d[i * columns + j]; }
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j) {
      double s = 0;
      for (int k = 0; k < a.columns; ++k)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
  return c;
}

[[ad::differentiate(reverse)]] double turned(double angle, const double *z, int n) {
  Matrix a(2, 2), x(2, 1);
  a(0, 0) = a(1, 1) = std::cos(angle);
  a(1, 0) = std::sin(angle);
  x(0, 0) = 1;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    x = a * x;
    s += z[t] * x(1, 0);
  }
  return s;
}


// CHECK-LABEL: double turned_reverse(double angle, double &angle_bar, const double *z, double *z_bar, int n,
// CHECK-NEXT:                          double turned_bar) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const std::size_t a_d_size = 4;
// CHECK-NEXT:      std::vector<double> a_d(a_d_size);
// CHECK-NEXT:      const std::size_t x_d_size = 2;
// CHECK-NEXT:      std::vector<double> x_d(x_d_size);
// CHECK-NEXT:      const double sin_angle = std::sin(angle);
// CHECK-NEXT:      const double cos_angle = std::cos(angle);
// CHECK-NEXT:      a_d[3] = cos_angle;
// CHECK-NEXT:      a_d[0] = a_d[3];
// CHECK-NEXT:      a_d[2] = sin_angle;
// CHECK-NEXT:      x_d[0] = 1;
// CHECK-NEXT:      double s = 0;
// CHECK-NEXT:      const std::size_t c_d_size = x_d_size;
// CHECK-NEXT:      double *x_d_1_at = tape.array<double>(n);
// CHECK-NEXT:      double **x_d_at = tape.array<double>(n, 2);
// CHECK-NEXT:      std::vector<double> c_d;
// CHECK-NEXT:      for (int t = 0; t < n; ++t) {
// CHECK-NEXT:        c_d.assign(x_d_size, 0);
// CHECK-NEXT:        double *x_d_then = x_d_at[t];
// CHECK-NEXT:        for (int k = 0; k < 2; ++k)
// CHECK-NEXT:          x_d_then[k] = x_d[k];
// CHECK-NEXT:        for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:          for (int j = 0; j < 1; ++j) {
// CHECK-NEXT:            double s_1 = 0;
// CHECK-NEXT:            for (int k = 0; k < 2; ++k)
// CHECK-NEXT:              s_1 += a_d[i * 2 + k] * x_d_then[k + j];
// CHECK-NEXT:            c_d[i + j] = s_1;
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        x_d.swap(c_d);
// CHECK-NEXT:        x_d_1_at[t] = x_d[1];
// CHECK-NEXT:        s += z[t] * x_d[1];
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      std::vector<double> a_d_bar(a_d.size());
// CHECK-NEXT:      std::vector<double> x_d_bar(x_d.size());
// CHECK-NEXT:      const double s_bar = turned_bar;
// CHECK-NEXT:      std::vector<double> c_d_bar;
// CHECK-NEXT:      for (int t = n; t-- > 0;) {
// CHECK-NEXT:        c_d_bar.assign(c_d_size, 0);
// CHECK-NEXT:        double *x_d_then = x_d_at[t];
// CHECK-NEXT:        z_bar[t] += x_d_1_at[t] * s_bar;
// CHECK-NEXT:        x_d_bar[1] += z[t] * s_bar;
// CHECK-NEXT:        c_d_bar.swap(x_d_bar);
// CHECK-NEXT:        for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:          for (int j = 0; j < 1; ++j) {
// CHECK-NEXT:            const double s_1_bar = c_d_bar[i + j];
// CHECK-NEXT:            for (int k = 0; k < 2; ++k) {
// CHECK-NEXT:              a_d_bar[i * 2 + k] += x_d_then[k + j] * s_1_bar;
// CHECK-NEXT:              x_d_bar[k + j] += a_d[i * 2 + k] * s_1_bar;
// CHECK-NEXT:            }
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      a_d_bar[3] += a_d_bar[0];
// CHECK-NEXT:      a_d_bar[0] = 0;
// CHECK-NEXT:      angle_bar += cos_angle * a_d_bar[2] - sin_angle * a_d_bar[3];
// CHECK-NEXT:      return s;
// CHECK-NEXT:  }
