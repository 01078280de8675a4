//===- cholesky.cpp - log-determinant and a triangular solve --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The log-likelihood of y under a normal distribution with covariance a (n x n, of which the lower
/// triangle is read): a = l l^T, l z = y, and -sum log l_ii - z^T z / 2. l is room for the factor.
[[ad::differentiate(forward, reverse)]]
real likelihood(const real *a, const real *y, real *l, real *z, int n) {
  real value = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      real sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= l[i * n + k] * l[j * n + k];
      if (i == j)
        l[i * n + i] = sqrt(sum);
      else
        l[i * n + j] = sum / l[j * n + j];
    }
    real sum = y[i];
    for (int k = 0; k < i; ++k)
      sum -= l[i * n + k] * z[k];
    z[i] = sum / l[i * n + i];
    value -= log(l[i * n + i]) + 0.5 * z[i] * z[i];
  }
  return value;
}

#if BENCH_ON_DOUBLE
// Nothing is overwritten, so nothing is kept: l and z hold all that the adjoints read. For
// l_ij = s / l_jj: s_bar = l_ij_bar / l_jj, l_jj_bar -= l_ij s_bar; for l_ii = sqrt(s):
// s_bar = l_ii_bar / (2 l_ii) (Murray, "Differentiation of the Cholesky decomposition", 2016, 4.1).
static double likelihood_by_hand(const double *a, double *a_bar, const double *y, double *y_bar,
                                 double *l, double *l_bar, double *z, double *z_bar, int n) {
  const double value = likelihood(a, y, l, z, n);
  for (int i = n; i-- > 0;) {
    const double *row = l + i * n;
    double *row_bar = l_bar + i * n;
    const double inverse = 1 / row[i];
    const double z_sum_bar = (z_bar[i] - z[i]) * inverse;
    y_bar[i] += z_sum_bar;
    for (int k = 0; k < i; ++k) {
      row_bar[k] -= z_sum_bar * z[k];
      z_bar[k] -= z_sum_bar * row[k];
    }
    const double diagonal_bar = 0.5 * inverse * (row_bar[i] - inverse - z_sum_bar * z[i]);
    a_bar[i * n + i] += diagonal_bar;
    for (int k = 0; k < i; ++k)
      row_bar[k] -= 2 * diagonal_bar * row[k];
    for (int j = i; j-- > 0;) {
      const double *above = l + j * n;
      double *above_bar = l_bar + j * n;
      const double sum_bar = row_bar[j] / above[j];
      above_bar[j] -= row[j] * sum_bar;
      a_bar[i * n + j] += sum_bar;
      for (int k = 0; k < j; ++k) {
        row_bar[k] -= sum_bar * above[k];
        above_bar[k] -= sum_bar * row[k];
      }
    }
  }
  return value;
}
#endif

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(n * n + n, 0.1);
  for (int i = 0; i < n; ++i)
    p.x[i * n + i] += 2 + 0.1 * std::sqrt(n);
  p.objective = [n, work = std::vector<real>(n * n + n)](const real *x) mutable {
    return likelihood(x, x + n * n, work.data(), work.data() + n * n, n);
  };
#if BENCH_ON_DOUBLE
  p.forward = [n, work = p.x, work_dot = p.x](const double *x, const double *x_dot) mutable {
    double value_dot;
    likelihood_forward(x, x_dot, x + n * n, x_dot + n * n, work.data(), work_dot.data(),
                       work.data() + n * n, work_dot.data() + n * n, n, value_dot);
    return value_dot;
  };
  const auto reverse = [n](auto adjoint) {
    return [n, adjoint, work = std::vector<double>(n * n + n),
            work_bar = std::vector<double>(n * n + n)](const double *x, double *x_bar) mutable {
      std::fill(work_bar.begin(), work_bar.end(), 0.0);
      return adjoint(x, x_bar, x + n * n, x_bar + n * n, work.data(), work_bar.data(),
                     work.data() + n * n, work_bar.data() + n * n, n);
    };
  };
  p.reverse = reverse([](auto... all) { return likelihood_reverse(all...); });
  p.by_hand = reverse(likelihood_by_hand);
#endif
  return p;
}

static const bench::registration registered("Cholesky", {8, 32, 128}, make);
