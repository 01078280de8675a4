//===- attention.cpp - what each looks at, by softmax ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Attention (Vaswani and others, 2017), row by row, as it is written without a library: the largest
// score first, so that no exponential overflows.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int depth = 16;

/// The sum of squares of what n queries find in n keys and values; each is a matrix, n x depth.
[[ad::differentiate(forward, reverse)]]
real attention(const real *query, const real *key, const real *value, int n) {
  real loss = 0;
  const double scale = 1 / std::sqrt(double(depth));
  std::vector<real> p(n);
  std::vector<real> out(depth);
  for (int i = 0; i < n; ++i) {
    real most = -1e30;
    for (int j = 0; j < n; ++j) {
      real s = 0;
      for (int k = 0; k < depth; ++k)
        s += query[i * depth + k] * key[j * depth + k];
      p[j] = s * scale;
      if (p[j] > most)
        most = p[j];
    }
    real sum = 0;
    for (int j = 0; j < n; ++j) {
      p[j] = exp(p[j] - most);
      sum += p[j];
    }
    for (int k = 0; k < depth; ++k)
      out[k] = 0;
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < depth; ++k)
        out[k] += p[j] / sum * value[j * depth + k];
    for (int k = 0; k < depth; ++k)
      loss += out[k] * out[k];
  }
  return loss;
}

#if BENCH_ON_DOUBLE
// The largest score has no derivative of its own: it cancels. With the parts w_j = p_j / sum and
// g_j = out_bar . value_j, score_bar_j = w_j (g_j - sum_i w_i g_i), and the last sum is out_bar .
// out.
static double attention_by_hand(const double *query, double *query_bar, const double *key,
                                double *key_bar, const double *value, double *value_bar, int n) {
  double loss = 0;
  const double scale = 1 / std::sqrt(double(depth));
  std::vector<double> w(n);
  double out[depth], out_bar[depth];
  for (int i = 0; i < n; ++i) {
    double most = -1e30, sum = 0;
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < depth; ++k)
        s += query[i * depth + k] * key[j * depth + k];
      w[j] = s * scale;
      most = std::max(most, w[j]);
    }
    for (int j = 0; j < n; ++j) {
      w[j] = exp(w[j] - most);
      sum += w[j];
    }
    const double inverse = 1 / sum;
    std::fill(out, out + depth, 0.0);
    for (int j = 0; j < n; ++j) {
      w[j] *= inverse;
      for (int k = 0; k < depth; ++k)
        out[k] += w[j] * value[j * depth + k];
    }
    double all = 0;
    for (int k = 0; k < depth; ++k) {
      loss += out[k] * out[k];
      out_bar[k] = 2 * out[k];
      all += out_bar[k] * out[k];
    }
    for (int j = 0; j < n; ++j) {
#pragma clang fp reassociate(on)
      double g = 0;
      for (int k = 0; k < depth; ++k) {
        g += out_bar[k] * value[j * depth + k];
        value_bar[j * depth + k] += w[j] * out_bar[k];
      }
      const double s_bar = scale * w[j] * (g - all);
      for (int k = 0; k < depth; ++k) {
        query_bar[i * depth + k] += s_bar * key[j * depth + k];
        key_bar[j * depth + k] += s_bar * query[i * depth + k];
      }
    }
  }
  return loss;
}
#endif

static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(3 * n * depth);
  const int m = n * depth;
  p.objective = [=](const real *x) { return attention(x, x + m, x + 2 * m, n); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    attention_forward(x, x_dot, x + m, x_dot + m, x + 2 * m, x_dot + 2 * m, n, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=](const double *x, double *x_bar) {
      return companion(x, x_bar, x + m, x_bar + m, x + 2 * m, x_bar + 2 * m, n);
    };
  };
  p.reverse = gradient([](auto... all) { return attention_reverse(all...); });
  p.by_hand = gradient([](auto... all) { return attention_by_hand(all...); });
#endif
  return p;
}

static const bench::registration registered("attention", {4, 16, 48}, make);
