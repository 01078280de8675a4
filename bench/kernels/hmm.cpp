//===- hmm.cpp - the likelihood of a hidden Markov model -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// The logarithm of how likely a sequence of symbols is, by the forward algorithm with scaling: a
/// step takes the states p to q_j = emits(j, symbol) * sum over i of p_i moves(i, j), and divides
/// that by its sum.
[[ad::differentiate(forward, reverse)]]
real hmm(const real *start, const real *moves, const real *emits, const int *symbols, int n,
         int kinds, int steps) {
  std::vector<real> p(n), q(n);
  real total = 0, log_sum = 0;
  for (int i = 0; i < n; ++i) {
    p[i] = start[i] * emits[i * kinds + symbols[0]];
    total += p[i];
  }
  for (int i = 0; i < n; ++i)
    p[i] /= total;
  log_sum += log(total);
  for (int t = 1; t < steps; ++t) {
    real sum = 0;
    for (int j = 0; j < n; ++j) {
      real arrives = 0;
      for (int i = 0; i < n; ++i)
        arrives += p[i] * moves[i * n + j];
      q[j] = arrives * emits[j * kinds + symbols[t]];
      sum += q[j];
    }
    for (int j = 0; j < n; ++j)
      p[j] = q[j] / sum;
    log_sum += log(sum);
  }
  return log_sum;
}

#if BENCH_ON_DOUBLE
// Of p = q / s, s = sum of q, and the term log(s): q_bar_j = (p_bar_j - p . p_bar + 1) / s; what
// arrives and p itself are kept. All loops go along the rows of the matrix of moves.
static double hmm_by_hand(const double *x, double *x_bar, const int *symbols, int n, int kinds,
                          int steps) {
  const double *start = x, *moves = start + n, *emits = moves + n * n;
  double *start_bar = x_bar, *moves_bar = start_bar + n, *emits_bar = moves_bar + n * n;
  std::vector<double> p(steps * n), arrives(steps * n), sums(steps);
  double log_sum = 0;
  for (int t = 0; t < steps; ++t) {
    double *now = &p[t * n], *in = &arrives[t * n];
    if (t == 0)
      std::copy(start, start + n, in);
    for (int i = 0; t > 0 && i < n; ++i)
      for (int j = 0; j < n; ++j)
        in[j] += now[i - n] * moves[i * n + j];
    for (int j = 0; j < n; ++j) {
      now[j] = in[j] * emits[j * kinds + symbols[t]];
      sums[t] += now[j];
    }
    for (int j = 0; j < n; ++j)
      now[j] /= sums[t];
    log_sum += log(sums[t]);
  }
  std::vector<double> p_bar(n), in_bar(n);
  for (int t = steps; t-- > 0;) {
    const double *now = &p[t * n], *in = &arrives[t * n], inverse = 1 / sums[t];
    double along = 0;
    for (int j = 0; j < n; ++j) {
#pragma clang fp reassociate(on)
      along += now[j] * p_bar[j];
    }
    for (int j = 0; j < n; ++j) {
      const double q_bar = (p_bar[j] - along + 1) * inverse;
      emits_bar[j * kinds + symbols[t]] += q_bar * in[j];
      in_bar[j] = q_bar * emits[j * kinds + symbols[t]];
    }
    for (int i = 0; t > 0 && i < n; ++i) {
#pragma clang fp reassociate(on)
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        sum += moves[i * n + j] * in_bar[j];
        moves_bar[i * n + j] += now[i - n] * in_bar[j];
      }
      p_bar[i] = sum;
    }
  }
  for (int i = 0; i < n; ++i)
    start_bar[i] += in_bar[i];
  return log_sum;
}
#endif

static bench::problem make(int n) {
  const int kinds = 6, steps = 100, at_emits = n + n * n;
  bench::problem p;
  p.x = bench::uniform(at_emits + n * kinds, 0.1, 1);
  std::vector<int> symbols(steps);
  for (int t = 0; t < steps; ++t)
    symbols[t] = (t * t + 3 * t) % kinds;
  p.objective = [=](const real *x) {
    return hmm(x, x + n, x + at_emits, symbols.data(), n, kinds, steps);
  };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    hmm_forward(x, x_dot, x + n, x_dot + n, x + at_emits, x_dot + at_emits, symbols.data(), n,
                kinds, steps, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return hmm_reverse(x, x_bar, x + n, x_bar + n, x + at_emits, x_bar + at_emits, symbols.data(),
                       n, kinds, steps);
  };
  p.by_hand = [=](const double *x, double *x_bar) {
    return hmm_by_hand(x, x_bar, symbols.data(), n, kinds, steps);
  };
#endif
  return p;
}

static const bench::registration registered("hidden Markov model", {4, 16, 64}, make);
