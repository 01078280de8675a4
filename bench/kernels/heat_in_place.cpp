//===- heat_in_place.cpp - the heat equation in 1-D, updated in place -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// Gauss-Seidel steps from `start`, held at both ends; the sum of squares of what is reached.
[[ad::differentiate(forward, reverse)]]
real heat_in_place(const real *start, real *u, int n, int steps) {
  for (int i = 0; i < n; ++i)
    u[i] = start[i];
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
  real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

constexpr int steps = 100;

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(n);
  p.objective = [n, u = std::vector<real>(n)](const real *x) mutable {
    return heat_in_place(x, u.data(), n, steps);
  };
#if BENCH_ON_DOUBLE
  p.forward = [n, u = p.x, u_dot = p.x](const double *x, const double *x_dot) mutable {
    double value_dot;
    heat_in_place_forward(x, x_dot, u.data(), u_dot.data(), n, steps, value_dot);
    return value_dot;
  };
  p.reverse = [n, u = p.x, u_bar = p.x](const double *x, double *x_bar) mutable {
    std::fill(u_bar.begin(), u_bar.end(), 0.0);
    return heat_in_place_reverse(x, x_bar, u.data(), u_bar.data(), n, steps);
  };
  // The steps are linear: nothing is kept. u[i] = 0.5 u[i] + 0.25 (u[i-1] + u[i+1]) transposed,
  // from the last to the first: what u[i] passes on to itself and to u[i-1] stays in registers.
  p.by_hand = [n, u = p.x, u_bar = p.x](const double *x, double *x_bar) mutable {
    std::copy(x, x + n, u.begin());
    for (int t = 0; t < steps; ++t)
      for (int i = 1; i < n - 1; ++i)
        u[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      sum += u[i] * u[i];
      u_bar[i] = 2 * u[i];
    }
    for (int t = 0; t < steps; ++t) {
      double here = u_bar[n - 2];
      for (int i = n - 2; i > 0; --i) {
        const double quarter = 0.25 * here;
        u_bar[i + 1] += quarter;
        u_bar[i] = 0.5 * here;
        here = u_bar[i - 1] + quarter;
      }
      u_bar[0] = here;
    }
    for (int i = 0; i < n; ++i)
      x_bar[i] += u_bar[i];
    return sum;
  };
#endif
  return p;
}

static const bench::registration registered("heat (in place)", {50, 200, 1000}, make);
