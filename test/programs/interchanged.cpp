// Adjoints of loops down the columns of an array run along its rows. What would make that wrong:
// bounds that depend on the outer loop, values that the primal changes in between, what is cleared
// before it is handed on, arrays that overlap, loops that do not run.
#include "vectors.h"
using V = std::vector<double>;

namespace product { // c = a b
[[ad::differentiate(forward, reverse)]]
void multiply(const double *a, const double *b, double *c, int l, int m, int n) {
  for (int i = 0; i < l; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i * m + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double c[12] = {};
  multiply(x.data(), x.data() + 3, c, 3, 2, 4);
  multiply(c, x.data(), c + 6, 1, 3, 2);
  multiply(x.data(), x.data(), c + 8, 0, 2, 2); // no rows
  double s = 0;
  for (int i = 0; i < 12; ++i)
    s += c[i] * c[i] * (1 + 0.1 * i);
  return s;
}
} // namespace product

namespace in_memory { // the sum is formed in the result, and scaled before and after
[[ad::differentiate(forward, reverse)]]
void scaled(const double (*a)[4], const double (*b)[4], double (*c)[4], int n, double alpha,
            double beta) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      c[i][j] *= beta;
      for (int k = 0; k < n; ++k)
        c[i][j] += alpha * a[i][k] * b[k][j];
      c[i][j] = c[i][j] * c[i][j];
    }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[4][4], b[4][4], c[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] = x[(i + j) % 5], b[i][j] = x[(2 * i + j) % 5], c[i][j] = x[i] * 0.1 * j;
  scaled(a, b, c, 4, x[0], x[1]);
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += c[i][i] * c[0][i];
  return s;
}
} // namespace in_memory

namespace triangles { // bounds that the outer loop sets
[[ad::differentiate(forward, reverse)]]
void times(const double *a, const double *b, double *c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k <= j; ++k)
        s += a[i * n + k] * b[k * n + j];
      for (int k = i; k < n; ++k)
        s -= a[k * n + i] * b[k * n + j];
      c[i * n + j] = s * s;
    }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double c[9] = {};
  times(x.data(), x.data() + 2, c, 3);
  return c[0] * c[4] + c[8] * c[2] + c[3];
}
} // namespace triangles

namespace same_array { // what is read is what is written, elsewhere or not
[[ad::differentiate(forward, reverse)]]
void shift(double *a, int m, int n) {
  for (int j = 0; j < n; ++j) {
    double s = 0;
    for (int k = 1; k < m; ++k)
      s += a[k * n + j] * a[k * n + j] * 0.3;
    a[j] = s + 0.5 * a[j];
  }
}
[[ad::differentiate(forward, reverse)]]
void carried(double *a, int m, int n) { // each column reads the one before
  for (int j = 1; j < n; ++j)
    for (int k = 0; k < m; ++k)
      a[k * n + j] += 0.2 * a[k * n + j - 1] * a[j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a = x;
  shift(a.data(), 3, 3);
  carried(a.data(), 3, 3);
  return a[0] * a[1] + a[2] * a[8] + a[5];
}
} // namespace same_array

namespace overlapping { // c overlaps b
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a = x;
  product::multiply(a.data(), a.data() + 2, a.data() + 5, 2, 2, 2);
  return a[5] * a[6] + a[7] * a[8];
}
} // namespace overlapping

namespace more_than_sums { // the inner loop does something else, too
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 3;
  double a[3][3], r[3], t[3][3], w = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i * n + j];
  for (int j = 0; j < n; ++j) {
    r[j] = 0;
    for (int k = 0; k < n; ++k) {
      t[k][j] = a[k][j] * x[j];
      r[j] += t[k][j] * a[j][k];
    }
    for (int k = 0; k < n; ++k)
      w += a[k][j] * r[j];
    r[j] *= w;
  }
  return r[0] * r[1] + r[2] + t[1][2] * t[2][1];
}
} // namespace more_than_sums

namespace chosen { // conditions, divisions, and numbers that all add to
[[ad::differentiate(forward, reverse)]]
void mixed(const double *a, double *y, int m, int n, double c) {
  for (int j = 0; j < n; ++j) {
    const double scale = c / (1 + a[j] * a[j]);
    double s = scale;
    for (int k = 0; k < m; ++k)
      s += a[k * n + j] * scale + c * a[k * n + j] * a[j];
    y[j] = s > 0 ? s : 0.1 * s;
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[3] = {};
  mixed(x.data(), y, 3, 3, x[0]);
  return y[0] * y[1] + y[2];
}
} // namespace chosen

namespace large { // for vectors, with a rest
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  constexpr int n = 37;
  static_assert(n % 4 == 1);
  double a[n][n], b[n][n], c[n][n], s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i][j] = x[(i + j) % 5] * (1 + 0.01 * j);
      b[i][j] = x[(2 * i + j) % 5] - 0.02 * i;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double t = 0;
      for (int k = 0; k < n; ++k)
        t += a[i][k] * b[k][j];
      c[i][j] = t;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += 0.001 * c[i][j] * c[j][i];
  return s;
}
} // namespace large

int main() {
  CHECK_CASE(product, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8, 0.2, -0.5});
  CHECK_CASE(in_memory, {0.5, 0.9, -0.2, 0.4, 0.7});
  CHECK_CASE(triangles, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8, 0.2, -0.5});
  CHECK_CASE(same_array, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(overlapping, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(more_than_sums, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(chosen, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(large, {0.5, 0.9, -0.2, 0.4, 0.7});
  return finish();
}
