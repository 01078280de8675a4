//===- k_means.cpp - distances to the nearest centre ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The sum over the points of the squared distance to the nearest of the centres.
[[ad::differentiate(forward, reverse)]]
real k_means(const real *centres, [[ad::constant]] const double *points, int n, int k, int d) {
  real cost = 0;
  for (int i = 0; i < n; ++i) {
    real nearest = 1e300;
    for (int c = 0; c < k; ++c) {
      real distance = 0;
      for (int j = 0; j < d; ++j) {
        real apart = points[i * d + j] - centres[c * d + j];
        distance += apart * apart;
      }
      if (distance < nearest)
        nearest = distance;
    }
    cost += nearest;
  }
  return cost;
}

constexpr int k = 10, d = 8;

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(k * d);
  const std::vector<double> points = bench::normal(n * d, 1, 2);
  p.objective = [=](const real *x) { return k_means(x, points.data(), n, k, d); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    k_means_forward(x, x_dot, points.data(), n, k, d, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return k_means_reverse(x, x_bar, points.data(), n, k, d);
  };
  // Only the nearest centre of each point has a derivative: twice the way from the point to it.
  p.by_hand = [=](const double *x, double *x_bar) {
    double cost = 0;
    for (int i = 0; i < n; ++i) {
      double nearest = 1e300;
      int which = 0;
      for (int c = 0; c < k; ++c) {
        double distance = 0;
        for (int j = 0; j < d; ++j) {
          const double apart = points[i * d + j] - x[c * d + j];
          distance += apart * apart;
        }
        if (distance < nearest) {
          nearest = distance;
          which = c;
        }
      }
      cost += nearest;
      for (int j = 0; j < d; ++j)
        x_bar[which * d + j] += 2 * (x[which * d + j] - points[i * d + j]);
    }
    return cost;
  };
#endif
  return p;
}

static const bench::registration registered("k-means cost", {100, 1000, 10000}, make);
