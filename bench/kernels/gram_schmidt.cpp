//===- gram_schmidt.cpp - an orthogonal basis of the columns of a matrix --===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The factors of a matrix, `a = q r`, by the modified method of Gram and Schmidt, as PolyBench has
/// it: loops go down columns. A sum of squares of both, with weights for q.
[[ad::differentiate(forward, reverse)]]
real gram_schmidt(const real *in, [[ad::constant]] const double *weights, int m, int n) {
  std::vector<real> a(in, in + m * n), q(m * n), r(n * n);
  for (int k = 0; k < n; ++k) {
    real norm = 0;
    for (int i = 0; i < m; ++i)
      norm += a[i * n + k] * a[i * n + k];
    r[k * n + k] = sqrt(norm);
    for (int i = 0; i < m; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    for (int j = k + 1; j < n; ++j) {
      r[k * n + j] = 0.0;
      for (int i = 0; i < m; ++i)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
      for (int i = 0; i < m; ++i)
        a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
  }
  real sum = 0;
  for (int i = 0; i < m * n; ++i)
    sum += weights[i] * q[i] * q[i];
  for (int i = 0; i < n * n; ++i)
    sum += r[i] * r[i];
  return sum;
}

#if BENCH_ON_DOUBLE
// All loops go along rows. In step k, with its column q of Q, row r of R (behind the diagonal), and
// the columns A behind k: r = q' A, A_after = A - q r. So, going back,
//   r_bar -= q' A_bar,  q_bar -= A_bar r',  A = A_after + q r,
//   q_bar += A r_bar',  A_bar += q r_bar,
// and of q = a / s, s = |a|: a_bar += (q_bar + q (s s_bar - q . q_bar)) / s.
static double gram_schmidt_by_hand(const double *in, double *in_bar, const double *weights, int m,
                                   int n) {
  std::vector<double> a(in, in + m * n), q(m * n), r(n * n);
  std::vector<double> a_bar(m * n), q_bar(m * n), r_bar(n * n);
  for (int k = 0; k < n; ++k) {
    double norm = 0;
    for (int i = 0; i < m; ++i)
      norm += a[i * n + k] * a[i * n + k];
    r[k * n + k] = sqrt(norm);
    for (int i = 0; i < m; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    for (int i = 0; i < m; ++i)
      for (int j = k + 1; j < n; ++j)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
    for (int i = 0; i < m; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= q[i * n + k] * r[k * n + j];
  }
  double value = 0;
  for (int i = 0; i < m * n; ++i) {
    value += weights[i] * q[i] * q[i];
    q_bar[i] = 2 * weights[i] * q[i];
  }
  for (int i = 0; i < n * n; ++i) {
    value += r[i] * r[i];
    r_bar[i] = 2 * r[i];
  }
  for (int k = n; k-- > 0;) {
    for (int i = 0; i < m; ++i) {
#pragma clang fp reassociate(on)
      const double here = q[i * n + k];
      double add = 0;
      for (int j = k + 1; j < n; ++j) {
        r_bar[k * n + j] -= here * a_bar[i * n + j];
        add -= r[k * n + j] * a_bar[i * n + j];
        a[i * n + j] += here * r[k * n + j];
      }
      q_bar[i * n + k] += add;
    }
    double along = 0;
    for (int i = 0; i < m; ++i) {
#pragma clang fp reassociate(on)
      const double here = q[i * n + k];
      double add = 0;
      for (int j = k + 1; j < n; ++j) {
        add += r_bar[k * n + j] * a[i * n + j];
        a_bar[i * n + j] += here * r_bar[k * n + j];
      }
      q_bar[i * n + k] += add;
      along += here * q_bar[i * n + k];
    }
    const double inverse = 1 / r[k * n + k], scale = r_bar[k * n + k] - along * inverse;
    for (int i = 0; i < m; ++i)
      a_bar[i * n + k] += q_bar[i * n + k] * inverse + q[i * n + k] * scale;
  }
  for (int i = 0; i < m * n; ++i)
    in_bar[i] += a_bar[i];
  return value;
}
#endif

static bench::problem make(int m) {
  const int n = m * 3 / 4;
  bench::problem p;
  p.x = bench::normal(m * n);
  const std::vector<double> weights = bench::uniform(m * n, 0, 1, 2);
  p.objective = [=](const real *x) { return gram_schmidt(x, weights.data(), m, n); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    gram_schmidt_forward(x, x_dot, weights.data(), m, n, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return gram_schmidt_reverse(x, x_bar, weights.data(), m, n);
  };
  p.by_hand = [=](const double *x, double *x_bar) {
    return gram_schmidt_by_hand(x, x_bar, weights.data(), m, n);
  };
#endif
  return p;
}

static const bench::registration registered("Gram-Schmidt", {20, 80, 240}, make);
