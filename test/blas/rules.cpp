// The rules of ad/blas.h against differences: rows and columns, transposed matrices, strides and
// gaps, arguments without derivatives, memory that is overwritten between the sweeps.
// REQUIRES: blas
// RUN: %clang_ad_plugin -O1 -I %S/../programs %s -o %t -llapacke -lopenblas
// RUN: %t
#include "vectors.h"
#include <ad/blas.h>

// Reads, in a loop that overwrites what was read.
[[ad::differentiate(forward, reverse)]]
double reads(const std::vector<double> &x) {
  double v[4] = {x[0], x[1], x[2], x[0] * x[1]};
  const double w[4] = {1, 2, 3, 4};
  double t = cblas_ddot(2, x.data(), 2, x.data() + 1, 1) + cblas_dnrm2(3, x.data(), 1);
  for (int i = 0; i < 3; ++i) {
    t += cblas_ddot(2, v, 2, v + 1, 2) * cblas_dnrm2(3, v, 1) + cblas_ddot(4, v, 1, w, -1);
    v[i] *= t;
  }
  return t;
}

[[ad::differentiate(forward, reverse)]]
double vectors(const std::vector<double> &x) {
  double y[6] = {x[0], x[1], x[2], 1, x[0], 2};
  const double w[3] = {0.5, 2, 1.5};
  for (int i = 0; i < 2; ++i) {
    cblas_daxpy(3, x[1], x.data(), 1, y, -2);
    cblas_daxpy(3, 2, w, 1, y + 3, 1);
    cblas_daxpy(3, y[0], w, 1, y + 3, 1);
    cblas_dscal(3, x[2] * y[1], y, 2);
  }
  double t = 0;
  for (double e : y)
    t += e * e;
  return t;
}

[[ad::differentiate(forward, reverse)]]
double products(const std::vector<double> &x, [[ad::constant]] int kind) {
  const CBLAS_ORDER order = kind & 1 ? CblasRowMajor : CblasColMajor;
  const CBLAS_TRANSPOSE ta = kind & 2 ? CblasTrans : CblasNoTrans;
  const CBLAS_TRANSPOSE tb = kind & 4 ? CblasTrans : CblasNoTrans;
  double a[16], b[16], c[16], y[8];
  const double fixed[16] = {1, 2, -1, 3, 0.5, 2, 1, 1, 2, -2, 1, 0.2, 1, 2, 3, 4};
  for (int i = 0; i < 16; ++i) {
    a[i] = x[i % 3] * (i % 5) + 1;
    b[i] = x[(i + 1) % 3] * (i % 4);
    c[i] = x[i % 2] + i * 0.1;
  }
  for (int i = 0; i < 8; ++i)
    y[i] = i + x[1];
  for (int i = 0; i < 2; ++i) {
    cblas_dgemv(order, ta, 2, 3, x[0], a, 4, b, 2, x[1] * 0.1, y, -2);
    cblas_dgemv(order, ta, 2, 3, 1, fixed, 4, y, 1, 0, b, 1);
    cblas_dgemm(order, ta, tb, 2, 3, 2, x[2], a, 4, b, 4, x[0] * 0.1, c, 4);
    cblas_dgemm(order, ta, tb, 3, 2, 3, 0.1, c, 4, fixed, 4, 0, a, 4);
  }
  double t = 0;
  for (int i = 0; i < 16; ++i)
    t += (a[i] + c[i]) * (i + 1) * 1e-2;
  for (double e : y)
    t += e * e * 1e-3;
  return t;
}

[[ad::differentiate(forward, reverse)]]
double solves(const std::vector<double> &x, [[ad::constant]] int kind) {
  const CBLAS_ORDER order = kind & 1 ? CblasRowMajor : CblasColMajor;
  const bool lower = kind & 2;
  const CBLAS_TRANSPOSE trans = kind & 4 ? CblasTrans : CblasNoTrans;
  const CBLAS_DIAG diag = kind & 8 ? CblasUnit : CblasNonUnit;
  double a[12], b[6] = {x[0], 1, x[1], 2, x[2], 3};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      a[4 * i + j] = (i == j ? 3 + x[i] : 0.3 * x[(i + j) % 3]);
  int info =
      LAPACKE_dpotrf(kind & 1 ? LAPACK_ROW_MAJOR : LAPACK_COL_MAJOR, lower ? 'L' : 'U', 3, a, 4);
  double t = info;
  for (int k = 0; k < 2; ++k) {
    cblas_dtrsv(order, lower ? CblasLower : CblasUpper, trans, diag, 3, a, 4, b, 2);
    for (double e : b)
      t += e * e;
    a[5] *= x[1];
  }
  for (int i = 0; i < 12; ++i)
    t += a[i] * (i + 1) * 0.1;
  return t;
}

// log |A| + b^T A^-1 b, the density of a normal distribution.
static double density(std::vector<double> a, const double *b, int n) {
  std::vector<double> y(b, b + n);
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, a.data(), n) != 0)
    return 0;
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, a.data(), n, y.data(), 1);
  double t = cblas_ddot(n, y.data(), 1, y.data(), 1);
  for (int i = 0; i < n; ++i)
    t += 2 * std::log(a[i * n + i]);
  return t;
}

[[ad::differentiate(forward, reverse)]]
double likelihood(const std::vector<double> &x) {
  const double data[] = {0.3, -0.2, 0.9, 0.4};
  std::vector<double> k(16);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      k[4 * i + j] = x[0] * std::exp(-x[1] * (i - j) * (i - j)) + (i == j ? x[2] : 0);
  return density(k, data, 4) * density(k, x.data(), 3);
}

template <class P, class F, class R> void each(int kinds, P primal, F forward, R reverse) {
  for (int kind = 0; kind < kinds; ++kind)
    check(
        {0.3, 0.7, 1.1}, 1,
        [&](In x, Out y) { y[0] = primal(std::vector<double>(x, x + 3), kind); },
        [&](In x, In x_dot, Out y, Out y_dot) {
          const std::vector<double> v(x, x + 3), v_dot(x_dot, x_dot + 3);
          y[0] = forward(v, v_dot, kind, y_dot[0]);
        },
        [&](In x, Out x_bar, Out y, In y_bar) {
          const std::vector<double> v(x, x + 3);
          std::vector<double> v_bar(x_bar, x_bar + 3);
          y[0] = reverse(v, v_bar, kind, y_bar[0]);
          copy(v_bar.data(), x_bar, 3);
        });
}

int main() {
  CHECK_VECTOR(reads, {0.3, 0.7, 1.1});
  CHECK_VECTOR(vectors, {0.3, 0.7, 1.1});
  CHECK_VECTOR(likelihood, {0.9, 0.7, 1.1});
  each(8, products, products_forward, products_reverse);
  each(16, solves, solves_forward, solves_reverse);
  return finish();
}
