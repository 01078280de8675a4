//===- black_scholes.cpp - an Asian option over Monte Carlo paths ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int dates = 16;

/// x: spot, strike, rate and volatility. The discounted mean of max(average - strike, 0) over paths
/// of the Black-Scholes model, driven by the given normal numbers.
[[ad::differentiate(forward, reverse)]]
real asian_option(const real *x, [[ad::constant]] const double *normals, int paths) {
  const real spot = x[0], strike = x[1], rate = x[2], volatility = x[3];
  const double dt = 1.0 / dates;
  const real drift = (rate - 0.5 * volatility * volatility) * dt;
  const real shake = volatility * sqrt(dt);
  real sum = 0;
  for (int p = 0; p < paths; ++p) {
    real price = spot, average = 0;
    for (int t = 0; t < dates; ++t) {
      price *= exp(drift + shake * normals[p * dates + t]);
      average += price;
    }
    average /= dates;
    if (average > strike)
      sum += average - strike;
  }
  return exp(-rate) * sum / paths;
}

static bench::problem make(int paths) {
  bench::problem p;
  p.x = {100, 100, 0.05, 0.2};
  const std::vector<double> normals = bench::normal(paths * dates, 1, 2);
  p.objective = [=](const real *x) { return asian_option(x, normals.data(), paths); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    asian_option_forward(x, x_dot, normals.data(), paths, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return asian_option_reverse(x, x_bar, normals.data(), paths);
  };
  // log price_t = log spot + t drift + shake W_t: with w_t = price_t / dates, the average depends
  // on drift by sum t w_t, on shake by sum W_t w_t and on the spot by average / spot. These are
  // summed while the path is run: no second sweep at all.
  p.by_hand = [=](const double *x, double *x_bar) {
    const double spot = x[0], strike = x[1], rate = x[2], volatility = x[3], dt = 1.0 / dates;
    const double drift = (rate - 0.5 * volatility * volatility) * dt, shake = volatility * sqrt(dt);
    double sum = 0, spot_bar = 0, drift_bar = 0, shake_bar = 0;
    int paid = 0;
    for (int p = 0; p < paths; ++p) {
      double price = spot, average = 0, by_drift = 0, by_shake = 0, walk = 0;
      for (int t = 0; t < dates; ++t) {
        walk += normals[p * dates + t];
        price *= exp(drift + shake * normals[p * dates + t]);
        average += price;
        by_drift += (t + 1) * price;
        by_shake += walk * price;
      }
      average /= dates;
      if (average > strike) {
        sum += average - strike;
        ++paid;
        spot_bar += average / spot;
        drift_bar += by_drift / dates;
        shake_bar += by_shake / dates;
      }
    }
    const double scale = exp(-rate) / paths;
    x_bar[0] += spot_bar * scale;
    x_bar[1] -= paid * scale;
    x_bar[2] += drift_bar * dt * scale - sum * scale;
    x_bar[3] += (shake_bar * sqrt(dt) - drift_bar * volatility * dt) * scale;
    return sum * scale;
  };
#endif
  return p;
}

static const bench::registration registered("Black-Scholes", {100, 1000, 10000}, make);
