//===- mlp.cpp - a multilayer perceptron on a batch -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int inputs = 16, hidden = 32;
constexpr int weights = hidden * (inputs + 1) + hidden * (hidden + 1) + hidden + 1;

/// Half the mean squared error of a network of two layers of tanh and a linear one. The rows of
/// the weights are as long as the layer below, and a bias.
[[ad::differentiate(forward, reverse)]]
real mlp(const real *w, [[ad::constant]] const double *x, [[ad::constant]] const double *y,
         int batch) {
  const real *w2 = w + hidden * (inputs + 1);
  const real *w3 = w2 + hidden * (hidden + 1);
  real loss = 0;
  for (int b = 0; b < batch; ++b) {
    real first[hidden], second[hidden];
    for (int j = 0; j < hidden; ++j) {
      real sum = w[j * (inputs + 1) + inputs];
      for (int i = 0; i < inputs; ++i)
        sum += w[j * (inputs + 1) + i] * x[b * inputs + i];
      first[j] = tanh(sum);
    }
    for (int j = 0; j < hidden; ++j) {
      real sum = w2[j * (hidden + 1) + hidden];
      for (int i = 0; i < hidden; ++i)
        sum += w2[j * (hidden + 1) + i] * first[i];
      second[j] = tanh(sum);
    }
    real out = w3[hidden];
    for (int i = 0; i < hidden; ++i)
      out += w3[i] * second[i];
    real error = out - y[b];
    loss += 0.5 * error * error;
  }
  return loss / batch;
}

static bench::problem make(int batch) {
  bench::problem p;
  p.x = bench::normal(weights, 0.3);
  const std::vector<double> x = bench::normal(batch * inputs, 1, 2), y = bench::normal(batch, 1, 3);
  p.objective = [=](const real *w) { return mlp(w, x.data(), y.data(), batch); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *w, const double *w_dot) {
    double value_dot;
    mlp_forward(w, w_dot, x.data(), y.data(), batch, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *w, double *w_bar) {
    return mlp_reverse(w, w_bar, x.data(), y.data(), batch);
  };
  // Backpropagation, one example after the other: with the error e of the output,
  // second_bar = w3 e, sum_bar = (1 - second^2) second_bar, w2_bar += sum_bar first^T,
  // first_bar = w2^T sum_bar, and the same one layer below. All products run along rows.
  p.by_hand = [=](const double *w, double *w_bar) {
    const double *w2 = w + hidden * (inputs + 1), *w3 = w2 + hidden * (hidden + 1);
    double *w2_bar = w_bar + hidden * (inputs + 1), *w3_bar = w2_bar + hidden * (hidden + 1);
    double loss = 0;
    for (int b = 0; b < batch; ++b) {
      const double *in = &x[b * inputs];
      double first[hidden], second[hidden], first_bar[hidden] = {};
      for (int j = 0; j < hidden; ++j) {
        const double *row = w + j * (inputs + 1);
        double sum = row[inputs];
        for (int i = 0; i < inputs; ++i)
          sum += row[i] * in[i];
        first[j] = tanh(sum);
      }
      for (int j = 0; j < hidden; ++j) {
        const double *row = w2 + j * (hidden + 1);
        double sum = row[hidden];
        for (int i = 0; i < hidden; ++i)
          sum += row[i] * first[i];
        second[j] = tanh(sum);
      }
      double out = w3[hidden];
      for (int i = 0; i < hidden; ++i)
        out += w3[i] * second[i];
      const double error = out - y[b];
      loss += 0.5 * error * error;
      const double out_bar = error / batch;
      w3_bar[hidden] += out_bar;
      for (int i = 0; i < hidden; ++i)
        w3_bar[i] += second[i] * out_bar;
      for (int j = 0; j < hidden; ++j) {
        const double *row = w2 + j * (hidden + 1);
        double *row_bar = w2_bar + j * (hidden + 1);
        const double sum_bar = (1 - second[j] * second[j]) * w3[j] * out_bar;
        row_bar[hidden] += sum_bar;
        for (int i = 0; i < hidden; ++i) {
          row_bar[i] += first[i] * sum_bar;
          first_bar[i] += row[i] * sum_bar;
        }
      }
      for (int j = 0; j < hidden; ++j) {
        double *row_bar = w_bar + j * (inputs + 1);
        const double sum_bar = (1 - first[j] * first[j]) * first_bar[j];
        row_bar[inputs] += sum_bar;
        for (int i = 0; i < inputs; ++i)
          row_bar[i] += in[i] * sum_bar;
      }
    }
    return loss / batch;
  };
#endif
  return p;
}

static const bench::registration registered("perceptron", {8, 64, 512}, make);
