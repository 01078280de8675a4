//===- mixture.h - log-likelihood of a Gaussian mixture ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The prototype is annotated, so every file that includes it can call the companions
//
//   double log_likelihood_forward(alpha, alpha_dot, mean, mean_dot, q, q_dot, l, l_dot, x, n,
//                                 log_likelihood_dot);
//   double log_likelihood_reverse(alpha, alpha_bar, mean, mean_bar, q, q_bar, l, l_bar, x, n,
//                                 log_likelihood_bar = 1);
//
// which are defined where the function is: in mixture.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef OLD_FAITHFUL_MIXTURE_H
#define OLD_FAITHFUL_MIXTURE_H

constexpr int components = 2;
constexpr int dimensions = 2;

/// The log-likelihood of `n` observations under a mixture of two Gaussians in the plane.
///
/// Component k has the weight exp(alpha[k]) / (exp(alpha[0]) + exp(alpha[1])), the mean mean[2k],
/// mean[2k + 1], and the inverse covariance transpose(Q) Q, where Q is lower triangular with
/// exp(q[2k]), exp(q[2k + 1]) on its diagonal and l[k] below: any values of the parameters are a
/// valid mixture, so that the fit needs no constraints. Observation i is x[2i], x[2i + 1].
[[ad::differentiate(forward, reverse)]]
double log_likelihood(const double *alpha, const double *mean, const double *q, const double *l,
                      [[ad::constant]] const double *x, int n);

#endif // OLD_FAITHFUL_MIXTURE_H
