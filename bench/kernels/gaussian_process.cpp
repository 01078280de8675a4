//===- gaussian_process.cpp - marginal likelihood -------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Lengths and variances of a Gaussian process (Rasmussen and Williams, 2006, 5.4.1), as it is often
// written: matrices that are vectors of vectors, functions that return them, and exponentials where
// they are used.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

using matrix = std::vector<std::vector<real>>;

static matrix factor(const matrix &a) {
  const int n = int(a.size());
  matrix l(n, std::vector<real>(n, 0.0));
  for (int j = 0; j < n; ++j) {
    real d = a[j][j];
    for (int k = 0; k < j; ++k)
      d -= l[j][k] * l[j][k];
    l[j][j] = sqrt(d);
    for (int i = j + 1; i < n; ++i) {
      real s = a[i][j];
      for (int k = 0; k < j; ++k)
        s -= l[i][k] * l[j][k];
      l[i][j] = s / l[j][j];
    }
  }
  return l;
}

static std::vector<real> solve(const matrix &l, const std::vector<double> &b) {
  const int n = int(b.size());
  std::vector<real> z(n);
  for (int i = 0; i < n; ++i) {
    real s = b[i];
    for (int k = 0; k < i; ++k)
      s -= l[i][k] * z[k];
    z[i] = s / l[i][i];
  }
  return z;
}

/// Minus the logarithm of the likelihood of y at the points x; theta has the logarithms of d
/// lengths, of the deviation of the process, and of that of the noise.
[[ad::differentiate(forward, reverse)]]
real process_loss(const real *theta, [[ad::constant]] const std::vector<std::vector<double>> &x,
                  [[ad::constant]] const std::vector<double> &y, int d) {
  const int n = int(x.size());
  const real signal = exp(2 * theta[d]), noise = exp(2 * theta[d + 1]);
  matrix covariance(n, std::vector<real>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      real r = 0;
      for (int k = 0; k < d; ++k) {
        const real t = (x[i][k] - x[j][k]) / exp(theta[k]);
        r += t * t;
      }
      covariance[i][j] = signal * exp(-0.5 * r);
      if (i == j)
        covariance[i][j] += noise;
    }
  const matrix l = factor(covariance);
  const std::vector<real> z = solve(l, y);
  real square = 0, logarithms = 0;
  for (int i = 0; i < n; ++i) {
    square += z[i] * z[i];
    logarithms += log(l[i][i]);
  }
  return 0.5 * square + logarithms;
}

#if BENCH_ON_DOUBLE
// The adjoint of solve and factor, row by row (Murray, 2016, 4.1; see cholesky.cpp). Of the
// covariance K_ij = signal e_ij the products e_ij are kept: signal_bar = sum K_bar_ij e_ij, and the
// length of dimension k, by its logarithm, has sum K_bar_ij K_ij t_k^2.
static double process_loss_by_hand(const double *theta, double *theta_bar,
                                   const std::vector<std::vector<double>> &x,
                                   const std::vector<double> &y, int d) {
  const int n = int(x.size());
  const double signal = exp(2 * theta[d]), noise = exp(2 * theta[d + 1]);
  std::vector<double> inverse(d), lengths_bar(d), z_bar(n);
  for (int k = 0; k < d; ++k)
    inverse[k] = exp(-theta[k]);
  matrix free(n, std::vector<double>(n)), covariance = free, l_bar = free;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double r = 0;
      for (int k = 0; k < d; ++k) {
        const double t = (x[i][k] - x[j][k]) * inverse[k];
        r += t * t;
      }
      free[i][j] = signal * exp(-0.5 * r);
      covariance[i][j] = free[i][j] + (i == j ? noise : 0);
    }
  const matrix l = factor(covariance);
  const std::vector<double> z = solve(l, y);
  double square = 0, logarithms = 0;
  for (int i = 0; i < n; ++i) {
    square += z[i] * z[i];
    logarithms += log(l[i][i]);
    z_bar[i] = z[i];
    l_bar[i][i] = 1 / l[i][i];
  }
  for (int i = n; i-- > 0;) {
    const double t = z_bar[i] / l[i][i], *row = l[i].data();
    double *row_bar = l_bar[i].data();
    row_bar[i] -= t * z[i];
    for (int k = 0; k < i; ++k) {
      row_bar[k] -= t * z[k];
      z_bar[k] -= t * row[k];
    }
  }
  for (int j = n; j-- > 0;) {
    const double *above = l[j].data(), by = 1 / above[j];
    double *above_bar = l_bar[j].data();
    for (int i = n; i-- > j + 1;) {
      const double *row = l[i].data();
      double *row_bar = l_bar[i].data();
      const double t = row_bar[j] * by;
      above_bar[j] -= t * row[j];
      row_bar[j] = t; // that of the covariance from here on
      for (int k = 0; k < j; ++k) {
        row_bar[k] -= t * above[k];
        above_bar[k] -= t * row[k];
      }
    }
    const double t = 0.5 * above_bar[j] * by;
    above_bar[j] = t;
    for (int k = 0; k < j; ++k)
      above_bar[k] -= 2 * t * above[k];
  }
  double signal_bar = 0, noise_bar = 0;
  for (int i = 0; i < n; ++i) {
    noise_bar += l_bar[i][i];
    for (int j = 0; j <= i; ++j) {
      const double e = l_bar[i][j] * free[i][j];
      signal_bar += e;
      for (int k = 0; k < d; ++k) {
        const double t = (x[i][k] - x[j][k]) * inverse[k];
        lengths_bar[k] += e * t * t;
      }
    }
  }
  for (int k = 0; k < d; ++k)
    theta_bar[k] += lengths_bar[k];
  theta_bar[d] += 2 * signal_bar;
  theta_bar[d + 1] += 2 * noise * noise_bar;
  return 0.5 * square + logarithms;
}
#endif

static bench::problem make(int n) {
  constexpr int d = 4;
  bench::problem p;
  p.x = {0.1, 0.2, -0.1, 0.3, 0.1, -1};
  const std::vector<double> points = bench::normal(n * d), y = bench::normal(n);
  std::vector<std::vector<double>> x(n);
  for (int i = 0; i < n; ++i)
    x[i].assign(points.begin() + i * d, points.begin() + (i + 1) * d);
  p.objective = [=](const real *theta) { return process_loss(theta, x, y, d); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *theta, const double *theta_dot) {
    double value_dot;
    process_loss_forward(theta, theta_dot, x, y, d, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=](const double *theta, double *theta_bar) {
      return companion(theta, theta_bar, x, y, d);
    };
  };
  p.reverse = gradient([](auto &&...all) { return process_loss_reverse(all...); });
  p.by_hand = gradient([](auto &&...all) { return process_loss_by_hand(all...); });
#endif
  return p;
}

static const bench::registration registered("Gaussian process", {5, 20, 80}, make);
