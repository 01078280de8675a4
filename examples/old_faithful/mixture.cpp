//===- mixture.cpp - log-likelihood of a Gaussian mixture -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Equation 6.1 of Sigal, "Automatic Differentiation via Effects and Handlers", 2024 (after Srajer,
// Kukelova and Fitzgibbon, "A benchmark of selected algorithmic differentiation tools for some
// problems in computer vision and machine learning", Optim. Methods Softw. 33, 2018): its
// first two lines and the constant. Its third, a Wishart prior, is left out: the fit is by maximum
// likelihood.
//
//===----------------------------------------------------------------------===//

#include "mixture.h"

#include <cmath>

/// log(exp(v[0]) + ... + exp(v[n - 1])), computed so that no exponential overflows.
static double log_sum_exp(const double *v, int n) {
  double largest = v[0];
  for (int i = 1; i < n; ++i)
    if (v[i] > largest)
      largest = v[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(v[i] - largest);
  return largest + std::log(sum);
}

double log_likelihood(const double *alpha, const double *mean, const double *q, const double *l,
                      const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double term[components];
    for (int k = 0; k < components; ++k) {
      // z = Q (x - mean)
      double d0 = x[2 * i] - mean[2 * k];
      double d1 = x[2 * i + 1] - mean[2 * k + 1];
      double z0 = std::exp(q[2 * k]) * d0;
      double z1 = l[k] * d0 + std::exp(q[2 * k + 1]) * d1;
      term[k] = alpha[k] + q[2 * k] + q[2 * k + 1] - 0.5 * (z0 * z0 + z1 * z1);
    }
    total += log_sum_exp(term, components);
  }
  const double log_two_pi = 1.8378770664093454836;
  return total - n * (log_sum_exp(alpha, components) + 0.5 * dimensions * log_two_pi);
}
