//===- log_sum_exp.cpp - the logarithm of a sum of exponentials -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

[[ad::differentiate(forward, reverse)]]
real log_sum_exp(const real *x, int n) {
  real largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(n, 3);
  p.objective = [n](const real *x) { return log_sum_exp(x, n); };
#if BENCH_ON_DOUBLE
  p.forward = [n](const double *x, const double *x_dot) {
    double value_dot;
    log_sum_exp_forward(x, x_dot, n, value_dot);
    return value_dot;
  };
  p.reverse = [n](const double *x, double *x_bar) { return log_sum_exp_reverse(x, x_bar, n); };
  // d/dx[i] = exp(x[i] - largest) / sum: the exponentials of the objective are kept. The result
  // does not depend on which shift is taken, so `largest` has no adjoint.
  p.by_hand = [n](const double *x, double *x_bar) {
    double largest = x[0];
    for (int i = 1; i < n; ++i)
      largest = x[i] > largest ? x[i] : largest;
    std::vector<double> term(n);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += term[i] = exp(x[i] - largest);
    for (int i = 0; i < n; ++i)
      x_bar[i] += term[i] / sum;
    return largest + log(sum);
  };
#endif
  return p;
}

static const bench::registration registered("log-sum-exp", {100, 1000, 10000}, make);
