//===- rosenbrock.cpp - a sum over neighbours -----------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

[[ad::differentiate(forward, reverse)]]
real rosenbrock(const real *x, int n) {
  real sum = 0;
  for (int i = 0; i + 1 < n; ++i) {
    real valley = x[i + 1] - x[i] * x[i];
    real slope = 1 - x[i];
    sum += 100 * valley * valley + slope * slope;
  }
  return sum;
}

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(n);
  p.objective = [n](const real *x) { return rosenbrock(x, n); };
#if BENCH_ON_DOUBLE
  p.forward = [n](const double *x, const double *x_dot) {
    double value_dot;
    rosenbrock_forward(x, x_dot, n, value_dot);
    return value_dot;
  };
  p.reverse = [n](const double *x, double *x_bar) { return rosenbrock_reverse(x, x_bar, n); };
  // With v = x[i+1] - x[i]^2: d/dx[i+1] = 200 v, d/dx[i] = -400 v x[i] - 2 (1 - x[i]). One pass,
  // and each x_bar is touched once: what the iteration owes to x[i+1] is carried into the next.
  p.by_hand = [n](const double *x, double *x_bar) {
    double sum = 0, carried = 0;
    for (int i = 0; i + 1 < n; ++i) {
      const double valley = x[i + 1] - x[i] * x[i], slope = 1 - x[i];
      sum += 100 * valley * valley + slope * slope;
      x_bar[i] += carried - 400 * valley * x[i] - 2 * slope;
      carried = 200 * valley;
    }
    x_bar[n - 1] += carried;
    return sum;
  };
#endif
  return p;
}

static const bench::registration registered("Rosenbrock", {100, 1000, 10000}, make);
