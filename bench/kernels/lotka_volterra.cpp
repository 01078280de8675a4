//===- lotka_volterra.cpp - predator and prey by Runge and Kutta ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

static void rates(const real *y, const real *p, real *out) {
  out[0] = p[0] * y[0] - p[1] * y[0] * y[1];
  out[1] = p[2] * y[0] * y[1] - p[3] * y[1];
}

/// p: four rates and the two initial numbers. The time integral of the squared number of predators.
[[ad::differentiate(forward, reverse)]]
real lotka_volterra(const real *p, int steps) {
  const double h = 10.0 / steps;
  real y[2] = {p[4], p[5]};
  real total = 0;
  for (int t = 0; t < steps; ++t) {
    real k1[2], k2[2], k3[2], k4[2], at[2];
    rates(y, p, k1);
    for (int i = 0; i < 2; ++i)
      at[i] = y[i] + h / 2 * k1[i];
    rates(at, p, k2);
    for (int i = 0; i < 2; ++i)
      at[i] = y[i] + h / 2 * k2[i];
    rates(at, p, k3);
    for (int i = 0; i < 2; ++i)
      at[i] = y[i] + h * k3[i];
    rates(at, p, k4);
    for (int i = 0; i < 2; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    total += h * y[1] * y[1];
  }
  return total;
}

#if BENCH_ON_DOUBLE
// Only the states between the steps are kept; a step's stages are computed again, which is cheaper
// than their memory. A stage k = f(u) with u = y + c k_before passes u_bar = J(u)^T k_bar on to
// y and, times c, to the stage before; the parameters get k_bar times the monomials.
static double lotka_volterra_by_hand(const double *p, double *p_bar, int steps) {
  const double h = 10.0 / steps;
  std::vector<double> states(2 * steps + 2);
  states[0] = p[4];
  states[1] = p[5];
  double total = 0;
  struct pair {
    double x, y;
  };
  const auto f = [&](pair u) {
    return pair{p[0] * u.x - p[1] * u.x * u.y, p[2] * u.x * u.y - p[3] * u.y};
  };
  const auto step = [](pair u, double c, pair k) { return pair{u.x + c * k.x, u.y + c * k.y}; };
  for (int t = 0; t < steps; ++t) {
    const pair y = {states[2 * t], states[2 * t + 1]};
    const pair k1 = f(y), k2 = f(step(y, h / 2, k1)), k3 = f(step(y, h / 2, k2)),
               k4 = f(step(y, h, k3));
    states[2 * t + 2] = y.x + h / 6 * (k1.x + 2 * k2.x + 2 * k3.x + k4.x);
    const double next = states[2 * t + 3] = y.y + h / 6 * (k1.y + 2 * k2.y + 2 * k3.y + k4.y);
    total += h * next * next;
  }
  double bars[4] = {};
  pair y_bar = {0, 0};
  const auto pull = [&](pair u, pair k_bar) {
    const double product = u.x * u.y;
    bars[0] += k_bar.x * u.x;
    bars[1] -= k_bar.x * product;
    bars[2] += k_bar.y * product;
    bars[3] -= k_bar.y * u.y;
    return pair{(p[0] - p[1] * u.y) * k_bar.x + p[2] * u.y * k_bar.y,
                -p[1] * u.x * k_bar.x + (p[2] * u.x - p[3]) * k_bar.y};
  };
  for (int t = steps; t-- > 0;) {
    const pair y = {states[2 * t], states[2 * t + 1]};
    y_bar.y += 2 * h * states[2 * t + 3];
    const pair u2 = step(y, h / 2, f(y)), u3 = step(y, h / 2, f(u2)), u4 = step(y, h, f(u3));
    const pair sixth = {h / 6 * y_bar.x, h / 6 * y_bar.y};
    const pair third = {2 * sixth.x, 2 * sixth.y};
    const pair b4 = pull(u4, sixth), b3 = pull(u3, step(third, h, b4)),
               b2 = pull(u2, step(third, h / 2, b3)), b1 = pull(y, step(sixth, h / 2, b2));
    y_bar.x += b1.x + b2.x + b3.x + b4.x;
    y_bar.y += b1.y + b2.y + b3.y + b4.y;
  }
  for (int i = 0; i < 4; ++i)
    p_bar[i] += bars[i];
  p_bar[4] += y_bar.x;
  p_bar[5] += y_bar.y;
  return total;
}
#endif

static bench::problem make(int steps) {
  bench::problem p;
  p.x = {1.1, 0.4, 0.1, 0.4, 10, 5};
  p.objective = [steps](const real *x) { return lotka_volterra(x, steps); };
#if BENCH_ON_DOUBLE
  p.forward = [steps](const double *x, const double *x_dot) {
    double value_dot;
    lotka_volterra_forward(x, x_dot, steps, value_dot);
    return value_dot;
  };
  p.reverse = [steps](const double *x, double *x_bar) {
    return lotka_volterra_reverse(x, x_bar, steps);
  };
  p.by_hand = [steps](const double *x, double *x_bar) {
    return lotka_volterra_by_hand(x, x_bar, steps);
  };
#endif
  return p;
}

static const bench::registration registered("Lotka-Volterra", {100, 1000, 10000}, make);
