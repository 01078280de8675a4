//===- fit.cpp - a mixture of two Gaussians for Old Faithful --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Checks the gradient that the compiler made of mixture.cpp, climbs with it to the maximum of the
// likelihood, and says what it costs.
//
//   usage: fit [PICTURE]      writes the data and the fitted contours to PICTURE, an SVG file
//
//===----------------------------------------------------------------------===//

#include "ad/check.h"
#include "faithful.h"
#include "mixture.h"
#include "picture.h"

#include <lbfgs.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

// All parameters in one array, as optimisers want them: 2 + 4 + 4 + 2.
constexpr int mean_at = components;
constexpr int q_at = mean_at + components * dimensions;
constexpr int l_at = q_at + components * dimensions;
constexpr int parameters = l_at + components;

static const double *const data = faithful[0];

static double objective(const double *p, int) {
  return log_likelihood(p, p + mean_at, p + q_at, p + l_at, data, observations);
}
static double gradient(const double *p, double *bar, int, double seed) {
  return log_likelihood_reverse(p, bar, p + mean_at, bar + mean_at, p + q_at, bar + q_at, p + l_at,
                                bar + l_at, data, observations, seed);
}
static double tangent(const double *p, const double *dot, int, double &value_dot) {
  return log_likelihood_forward(p, dot, p + mean_at, dot + mean_at, p + q_at, dot + q_at, p + l_at,
                                dot + l_at, data, observations, value_dot);
}

// L-BFGS minimises: minus the log-likelihood and minus its gradient.
static lbfgsfloatval_t evaluate(void *evaluations, const lbfgsfloatval_t *p, lbfgsfloatval_t *g,
                                int n, lbfgsfloatval_t) {
  ++*static_cast<int *>(evaluations);
  std::fill(g, g + n, 0.0);
  return -gradient(p, g, n, -1);
}

static void start(double *p) {
  const double guess[parameters] = {0, 0, 2.5, 60, 4, 80, 0, -2.5, 0, -2.5, 0, 0};
  std::copy(guess, guess + parameters, p);
}

/// Component `k` in the words of statistics: the weight is a share of the whole, the covariance the
/// inverse of transpose(Q) Q.
static gaussian describe(const double *p, int k) {
  const double *alpha = p, *mean = p + mean_at, *q = p + q_at, *l = p + l_at;
  const double a = std::exp(q[2 * k]), b = std::exp(q[2 * k + 1]);
  const double determinant = a * a * b * b; // of the inverse covariance
  gaussian g;
  g.weight = 1 / (1 + std::exp(alpha[1 - k] - alpha[k]));
  g.mean[0] = mean[2 * k];
  g.mean[1] = mean[2 * k + 1];
  g.covariance[0][0] = b * b / determinant;
  g.covariance[0][1] = g.covariance[1][0] = -l[k] * b / determinant;
  g.covariance[1][1] = (a * a + l[k] * l[k]) / determinant;
  return g;
}

static double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}

/// Objective and gradient in turn, so that both see the same machine; medians of many.
static void measure(const double *p) {
  using clock = std::chrono::steady_clock;
  using microseconds = std::chrono::duration<double, std::micro>;
  std::vector<double> plain, reverse, ratio;
  double sum = 0;
  for (int round = 0; round < 2000; ++round) {
    double bar[parameters] = {};
    const auto t0 = clock::now();
    sum += objective(p, parameters);
    const auto t1 = clock::now();
    sum += gradient(p, bar, parameters, 1);
    const auto t2 = clock::now();
    sum += bar[0];
    plain.push_back(microseconds(t1 - t0).count());
    reverse.push_back(microseconds(t2 - t1).count());
    ratio.push_back((t2 - t1).count() / std::max(1.0, double((t1 - t0).count())));
  }
  volatile double used = sum;
  static_cast<void>(used);
  std::printf("\ntime: log-likelihood %.2f us, with its gradient %.2f us, ratio %.2f\n",
              median(plain), median(reverse), median(ratio));
}

int main(int argc, char **argv) {
  double p[parameters];
  start(p);

  ad::check_options strict;
  strict.tolerance = 1e-7;
  const ad::check_result check =
      ad::check_gradient(strict, objective, gradient, tangent, p, parameters);
  std::printf("gradient: %s\n", check.message());
  if (!check)
    return 1;

  lbfgs_parameter_t settings;
  lbfgs_parameter_init(&settings);
  settings.epsilon = 1e-6; // |gradient| / |parameters|
  lbfgsfloatval_t least;
  int evaluations = 0;
  const int status = lbfgs(parameters, p, &least, evaluate, nullptr, &evaluations, &settings);
  double bar[parameters] = {};
  const double most = gradient(p, bar, parameters, 1);
  double steepest = 0;
  for (double each : bar)
    steepest = std::max(steepest, std::fabs(each));
  std::printf(
      "\nL-BFGS: status %d after %d evaluations; log-likelihood %.6f, largest derivative %.0e\n",
      status, evaluations, most, steepest);
  if (status != LBFGS_SUCCESS)
    return 1;

  const gaussian fitted[components] = {describe(p, 0), describe(p, 1)};
  for (int k = 0; k < components; ++k) {
    const gaussian &g = fitted[k];
    std::printf("\ncomponent %d  weight %.4f\n", k + 1, g.weight);
    std::printf("  mean        %9.4f %9.4f   (minutes of eruption, of waiting)\n", g.mean[0],
                g.mean[1]);
    for (int row = 0; row < 2; ++row)
      std::printf("  %s  %9.4f %9.4f\n", row ? "          " : "covariance", g.covariance[row][0],
                  g.covariance[row][1]);
  }

  measure(p);

  if (argc > 1) {
    if (!draw(argv[1], faithful, observations, fitted)) {
      std::fprintf(stderr, "fit: cannot write %s\n", argv[1]);
      return 1;
    }
    std::printf("picture: %s\n", argv[1]);
  }
}
