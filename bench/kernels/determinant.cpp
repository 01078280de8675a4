//===- determinant.cpp - a determinant by recursion on minors -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The determinant of the rows of a (n by n) from `row` on, without the columns in `used`.
[[ad::differentiate(forward, reverse)]]
real minor_of(const real *a, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  real sum = 0;
  double sign = 1;
  for (int column = 0; column < n; ++column)
    if (!(used >> column & 1)) {
      sum += sign * a[row * n + column] * minor_of(a, n, row + 1, used | 1u << column);
      sign = -sign;
    }
  return sum;
}

#if BENCH_ON_DOUBLE
// The adjoint of a minor is known before the minor: that of the sum it stands in, times sign and
// element. So one recursion does both, and keeps nothing.
static double minor_by_hand(const double *a, double *a_bar, int n, int row, unsigned used,
                            double bar) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int column = 0; column < n; ++column)
    if (!(used >> column & 1)) {
      const double factor = sign * a[row * n + column];
      const double minor = minor_by_hand(a, a_bar, n, row + 1, used | 1u << column, factor * bar);
      sum += factor * minor;
      a_bar[row * n + column] += sign * minor * bar;
      sign = -sign;
    }
  return sum;
}
#endif

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(n * n);
  p.objective = [n](const real *x) { return minor_of(x, n, 0, 0); };
#if BENCH_ON_DOUBLE
  p.forward = [n](const double *x, const double *x_dot) {
    double value_dot;
    minor_of_forward(x, x_dot, n, 0, 0, value_dot);
    return value_dot;
  };
  p.reverse = [n](const double *x, double *x_bar) {
    return minor_of_reverse(x, x_bar, n, 0, 0, 1);
  };
  p.by_hand = [n](const double *x, double *x_bar) { return minor_by_hand(x, x_bar, n, 0, 0, 1); };
#endif
  return p;
}

static const bench::registration registered("determinant", {4, 6, 8}, make);
