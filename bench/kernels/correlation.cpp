//===- correlation.cpp - correlations of the columns of a data set --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int variables = 50;

/// The sum over all pairs of variables of the squared correlation of their observations; the matrix
/// is filled on both sides. A row of data is one observation.
[[ad::differentiate(forward, reverse)]]
real correlation(const real *in, [[ad::constant]] const double *weights, int n, int m) {
  std::vector<real> data(n * m), mean(m), deviation(m), corr(m * m);
  const double count = n;
  for (int j = 0; j < m; ++j) {
    mean[j] = 0.0;
    for (int i = 0; i < n; ++i)
      mean[j] += in[i * m + j];
    mean[j] /= count;
  }
  for (int j = 0; j < m; ++j) {
    deviation[j] = 0.0;
    for (int i = 0; i < n; ++i)
      deviation[j] += (in[i * m + j] - mean[j]) * (in[i * m + j] - mean[j]);
    deviation[j] = sqrt(deviation[j]);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] = (in[i * m + j] - mean[j]) / deviation[j];
  for (int i = 0; i < m - 1; ++i) {
    corr[i * m + i] = 1.0;
    for (int j = i + 1; j < m; ++j) {
      corr[i * m + j] = 0.0;
      for (int k = 0; k < n; ++k)
        corr[i * m + j] += data[k * m + i] * data[k * m + j];
      corr[j * m + i] = corr[i * m + j];
    }
  }
  corr[m * m - 1] = 1.0;
  real sum = 0;
  for (int i = 0; i < m * m; ++i)
    sum += weights[i] * corr[i] * corr[i];
  return sum;
}

#if BENCH_ON_DOUBLE
// With z the observations less their mean m, over their deviation s: C = z' z, and of the upper
// triangle G = dF/dC, z_bar = z (G + G'). What moves all of a column, or scales it, leaves z as it
// is: x_bar = (z_bar - mean(z_bar) - z (z . z_bar)) / s. All loops go along rows.
static double correlation_by_hand(const double *x, double *x_bar, const double *weights, int n,
                                  int m) {
  std::vector<double> z(n * m), z_bar(n * m), mean(m), inverse(m), c(m * m), sum(m), along(m);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      mean[j] += x[i * m + j];
  for (int j = 0; j < m; ++j)
    mean[j] /= n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      inverse[j] += (x[i * m + j] - mean[j]) * (x[i * m + j] - mean[j]);
  for (int j = 0; j < m; ++j)
    inverse[j] = 1 / sqrt(inverse[j]);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      z[i * m + j] = (x[i * m + j] - mean[j]) * inverse[j];
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < m - 1; ++i)
      for (int j = i + 1; j < m; ++j)
        c[i * m + j] += z[k * m + i] * z[k * m + j];
  double value = 0;
  for (int i = 0; i < m; ++i) {
    value += weights[i * m + i];
    for (int j = i + 1; j < m; ++j) {
      const double weight = weights[i * m + j] + weights[j * m + i], here = c[i * m + j];
      value += weight * here * here;
      c[i * m + j] = 2 * weight * here;
    }
  }
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < m - 1; ++i) {
#pragma clang fp reassociate(on)
      double add = 0;
      for (int j = i + 1; j < m; ++j) {
        add += c[i * m + j] * z[k * m + j];
        z_bar[k * m + j] += c[i * m + j] * z[k * m + i];
      }
      z_bar[k * m + i] += add;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      sum[j] += z_bar[i * m + j] / n;
      along[j] += z_bar[i * m + j] * z[i * m + j];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x_bar[i * m + j] += inverse[j] * (z_bar[i * m + j] - sum[j] - z[i * m + j] * along[j]);
  return value;
}
#endif

static bench::problem make(int n) {
  constexpr int m = variables;
  bench::problem p;
  p.x = bench::normal(n * m);
  const std::vector<double> weights = bench::uniform(m * m, 0, 1, 2);
  p.objective = [=](const real *x) { return correlation(x, weights.data(), n, m); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    correlation_forward(x, x_dot, weights.data(), n, m, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return correlation_reverse(x, x_bar, weights.data(), n, m);
  };
  p.by_hand = [=](const double *x, double *x_bar) {
    return correlation_by_hand(x, x_bar, weights.data(), n, m);
  };
#endif
  return p;
}

static const bench::registration registered("correlation", {10, 100, 1000}, make);
