//===- heat_buffered.cpp - heat in 1-D, from one buffer to the other ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Conductivity grows with temperature, so that the steps are not linear.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

[[ad::differentiate(forward, reverse)]]
real heat_buffered(const real *start, int n, int steps) {
  std::vector<real> now(start, start + n), next(start, start + n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      real conductivity = 0.2 + 0.05 * now[i];
      next[i] = now[i] + conductivity * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    now.swap(next);
  }
  real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}

constexpr int steps = 100;

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::uniform(n, 0, 1);
  p.objective = [n](const real *x) { return heat_buffered(x, n, steps); };
#if BENCH_ON_DOUBLE
  p.forward = [n](const double *x, const double *x_dot) {
    double value_dot;
    heat_buffered_forward(x, x_dot, n, steps, value_dot);
    return value_dot;
  };
  p.reverse = [n](const double *x, double *x_bar) {
    return heat_buffered_reverse(x, x_bar, n, steps);
  };
  // Every step's temperatures are kept, since they are what the next step reads. With
  // k = 0.2 + 0.05 u and the second difference s = u[i-1] - 2 u[i] + u[i+1], the adjoint is
  // gathered: u_bar[i] = (1 - 2 k[i] + 0.05 s[i]) next_bar[i] + k[i-1] next_bar[i-1] + k[i+1]
  // next_bar[i+1], which is zero at the ends: they are held, and hand on what they have themselves.
  p.by_hand = [n](const double *x, double *x_bar) {
    std::vector<double> all((steps + 1) * n), now_bar(n + 2), next_bar(n + 2), flow(n + 2);
    std::copy(x, x + n, all.begin());
    for (int t = 0; t < steps; ++t) {
      const double *u = &all[t * n];
      double *v = &all[(t + 1) * n];
      v[0] = x[0];
      v[n - 1] = x[n - 1];
      for (int i = 1; i < n - 1; ++i)
        v[i] = u[i] + (0.2 + 0.05 * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    }
    double sum = 0;
    const double *last = &all[steps * n];
    for (int i = 0; i < n; ++i) {
      sum += last[i] * last[i];
      next_bar[i] = 2 * last[i];
    }
    for (int t = steps; t-- > 0;) {
      const double *u = &all[t * n];
      for (int i = 1; i < n - 1; ++i)
        flow[i] = (0.2 + 0.05 * u[i]) * next_bar[i];
      now_bar[0] = next_bar[0] + flow[1];
      now_bar[n - 1] = next_bar[n - 1] + flow[n - 2];
      for (int i = 1; i < n - 1; ++i)
        now_bar[i] = (1 + 0.05 * (u[i - 1] - 2 * u[i] + u[i + 1])) * next_bar[i] - 2 * flow[i] +
                     flow[i - 1] + flow[i + 1];
      now_bar.swap(next_bar);
    }
    for (int i = 0; i < n; ++i)
      x_bar[i] += next_bar[i];
    return sum;
  };
#endif
  return p;
}

static const bench::registration registered("heat (buffered)", {50, 200, 1000}, make);
