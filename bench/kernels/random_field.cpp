//===- random_field.cpp - likelihood of a conditional random field --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The sum over all labellings of a chain, by logarithms (Lafferty, McCallum and Pereira, 2001), as
// it is often written: vectors that are made where they are used, and the largest of each.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int labels = 8;

/// Minus the logarithm of the probability of these tags; scores[t * labels + y] is that of label y
/// at t, moves[a * labels + b] that of b behind a.
[[ad::differentiate(forward, reverse)]]
real field_loss(const real *scores, const real *moves, const int *tags, int length) {
  std::vector<real> alpha(labels);
  for (int y = 0; y < labels; ++y)
    alpha[y] = scores[y];
  for (int t = 1; t < length; ++t) {
    std::vector<real> next(labels);
    for (int y = 0; y < labels; ++y) {
      std::vector<real> each(labels);
      for (int before = 0; before < labels; ++before)
        each[before] = alpha[before] + moves[before * labels + y];
      real most = *std::max_element(each.begin(), each.end());
      real sum = 0;
      for (int before = 0; before < labels; ++before)
        sum += exp(each[before] - most);
      next[y] = most + log(sum) + scores[t * labels + y];
    }
    alpha = next;
  }
  real most = *std::max_element(alpha.begin(), alpha.end());
  real sum = 0;
  for (int y = 0; y < labels; ++y)
    sum += exp(alpha[y] - most);
  real loss = most + log(sum) - scores[tags[0]];
  for (int t = 1; t < length; ++t)
    loss -= moves[tags[t - 1] * labels + tags[t]] + scores[t * labels + tags[t]];
  return loss;
}

#if BENCH_ON_DOUBLE
// The largest term has no derivative of its own: it cancels. Kept of each step: which part each
// label before has in the sum, exp(each - most) / sum.
static double field_loss_by_hand(const double *scores, double *scores_bar, const double *moves,
                                 double *moves_bar, const int *tags, int length) {
  std::vector<double> parts(length * labels * labels);
  double alpha[labels], next[labels], each[labels];
  std::copy(scores, scores + labels, alpha);
  for (int t = 1; t < length; ++t) {
    for (int y = 0; y < labels; ++y) {
      double most = alpha[0] + moves[y], sum = 0;
      for (int before = 0; before < labels; ++before) {
        each[before] = alpha[before] + moves[before * labels + y];
        most = std::max(most, each[before]);
      }
      double *part = &parts[(t * labels + y) * labels];
      for (int before = 0; before < labels; ++before) {
        part[before] = exp(each[before] - most);
        sum += part[before];
      }
      const double inverse = 1 / sum;
      for (int before = 0; before < labels; ++before)
        part[before] *= inverse;
      next[y] = most + log(sum) + scores[t * labels + y];
    }
    std::copy(next, next + labels, alpha);
  }
  const double most = *std::max_element(alpha, alpha + labels);
  double sum = 0, alpha_bar[labels];
  for (int y = 0; y < labels; ++y) {
    alpha_bar[y] = exp(alpha[y] - most);
    sum += alpha_bar[y];
  }
  for (int y = 0; y < labels; ++y)
    alpha_bar[y] /= sum;
  double loss = most + log(sum) - scores[tags[0]];
  scores_bar[tags[0]] -= 1;
  for (int t = 1; t < length; ++t) {
    loss -= moves[tags[t - 1] * labels + tags[t]] + scores[t * labels + tags[t]];
    moves_bar[tags[t - 1] * labels + tags[t]] -= 1;
    scores_bar[t * labels + tags[t]] -= 1;
  }
  for (int t = length; t-- > 1;) {
    double before_bar[labels] = {};
    for (int y = 0; y < labels; ++y) {
      scores_bar[t * labels + y] += alpha_bar[y];
      const double *part = &parts[(t * labels + y) * labels];
      for (int before = 0; before < labels; ++before) {
        const double bar = alpha_bar[y] * part[before];
        before_bar[before] += bar;
        moves_bar[before * labels + y] += bar;
      }
    }
    std::copy(before_bar, before_bar + labels, alpha_bar);
  }
  for (int y = 0; y < labels; ++y)
    scores_bar[y] += alpha_bar[y];
  return loss;
}
#endif

static bench::problem make(int length) {
  bench::problem p;
  p.x = bench::normal(length * labels + labels * labels);
  std::vector<int> tags(length);
  for (int t = 0; t < length; ++t)
    tags[t] = 5 * t % labels;
  const int moves = length * labels;
  p.objective = [=](const real *x) { return field_loss(x, x + moves, tags.data(), length); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    field_loss_forward(x, x_dot, x + moves, x_dot + moves, tags.data(), length, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=](const double *x, double *x_bar) {
      return companion(x, x_bar, x + moves, x_bar + moves, tags.data(), length);
    };
  };
  p.reverse = gradient([](auto... all) { return field_loss_reverse(all...); });
  p.by_hand = gradient([](auto... all) { return field_loss_by_hand(all...); });
#endif
  return p;
}

static const bench::registration registered("random field", {4, 30, 300}, make);
