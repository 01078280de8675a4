//===- heat_2d.cpp - heat in 2-D, from one buffer to the other ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Conductivity grows with temperature, so that the steps are not linear.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

[[ad::differentiate(forward, reverse)]]
real heat_2d(const real *start, int n, int steps) {
  std::vector<real> now(start, start + n * n), next(start, start + n * n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        real conductivity = 0.1 + 0.05 * now[at];
        next[at] = now[at] + conductivity * (now[at - n] + now[at - 1] - 4 * now[at] + now[at + 1] +
                                             now[at + n]);
      }
    now.swap(next);
  }
  real sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += now[i] * now[i];
  return sum;
}

constexpr int steps = 50;

#if BENCH_ON_DOUBLE
// Every step's temperatures are kept, since they are what the next step reads. With k = 0.1 + 0.05
// u and the sum of differences s, the adjoint is gathered: u_bar = (1 - 4 k + 0.05 s) next_bar +
// the neighbours' k next_bar, which is zero on the border. The border, which is held, hands on what
// it has itself, and its adjoint gets the flow from the one neighbour within.
static double heat_2d_by_hand(const double *x, double *x_bar, int n) {
  const int size = n * n;
  std::vector<double> all((steps + 1) * size), now_bar(size), next_bar(size), flow(size);
  std::copy(x, x + size, all.begin());
  for (int t = 0; t < steps; ++t) {
    const double *u = &all[t * size];
    double *v = &all[(t + 1) * size];
    std::copy(u, u + n, v);
    std::copy(u + size - n, u + size, v + size - n);
    for (int i = 1; i < n - 1; ++i) {
      v[i * n] = u[i * n];
      v[i * n + n - 1] = u[i * n + n - 1];
      for (int a = i * n + 1; a < i * n + n - 1; ++a)
        v[a] = u[a] + (0.1 + 0.05 * u[a]) * (u[a - n] + u[a - 1] - 4 * u[a] + u[a + 1] + u[a + n]);
    }
  }
  double sum = 0;
  const double *last = &all[steps * size];
  for (int i = 0; i < size; ++i) {
    sum += last[i] * last[i];
    next_bar[i] = 2 * last[i];
  }
  for (int t = steps; t-- > 0;) {
    const double *u = &all[t * size];
    for (int i = 1; i < n - 1; ++i)
      for (int a = i * n + 1; a < i * n + n - 1; ++a)
        flow[a] = (0.1 + 0.05 * u[a]) * next_bar[a];
    for (int j = 0; j < n; ++j)
      now_bar[j] = next_bar[j] + flow[j + n];
    for (int i = 1; i < n - 1; ++i) {
      const int left = i * n, right = left + n - 1;
      now_bar[left] = next_bar[left] + flow[left + 1];
      for (int a = left + 1; a < right; ++a)
        now_bar[a] =
            (1 + 0.05 * (u[a - n] + u[a - 1] - 4 * u[a] + u[a + 1] + u[a + n])) * next_bar[a] -
            4 * flow[a] + flow[a - n] + flow[a - 1] + flow[a + 1] + flow[a + n];
      now_bar[right] = next_bar[right] + flow[right - 1];
    }
    for (int a = size - n; a < size; ++a)
      now_bar[a] = next_bar[a] + flow[a - n];
    now_bar.swap(next_bar);
  }
  for (int i = 0; i < size; ++i)
    x_bar[i] += next_bar[i];
  return sum;
}
#endif

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::uniform(n * n, 0, 1);
  p.objective = [n](const real *x) { return heat_2d(x, n, steps); };
#if BENCH_ON_DOUBLE
  p.forward = [n](const double *x, const double *x_dot) {
    double value_dot;
    heat_2d_forward(x, x_dot, n, steps, value_dot);
    return value_dot;
  };
  p.reverse = [n](const double *x, double *x_bar) { return heat_2d_reverse(x, x_bar, n, steps); };
  p.by_hand = [n](const double *x, double *x_bar) { return heat_2d_by_hand(x, x_bar, n); };
#endif
  return p;
}

static const bench::registration registered("heat (2-D)", {8, 20, 50}, make);
