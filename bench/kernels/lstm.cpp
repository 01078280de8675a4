//===- lstm.cpp - a recurrent network over a long sequence ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Long short-term memory (Hochreiter and Schmidhuber, 1997), one layer.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

constexpr int cells = 24, gates = 4 * cells;
constexpr int row = cells + 2; // weights of a gate: by the state, by the input, and the bias
constexpr int weights = gates * row + cells;

static real sigmoid(real x) { return 1 / (1 + exp(-x)); }

/// Half the squared error of predicting the next number of a sequence from all before it.
[[ad::differentiate(forward, reverse)]]
real lstm(const real *w, [[ad::constant]] const double *sequence, int length) {
  const real *out = w + gates * row;
  real state[cells], memory[cells], gate[gates];
  for (int j = 0; j < cells; ++j) {
    state[j] = 0;
    memory[j] = 0;
  }
  real loss = 0;
  for (int t = 0; t + 1 < length; ++t) {
    for (int j = 0; j < gates; ++j) {
      real sum = w[j * row + cells] * sequence[t] + w[j * row + cells + 1];
      for (int i = 0; i < cells; ++i)
        sum += w[j * row + i] * state[i];
      gate[j] = sum;
    }
    for (int j = 0; j < cells; ++j) {
      real input = sigmoid(gate[j]);
      real forget = sigmoid(gate[cells + j]);
      real output = sigmoid(gate[2 * cells + j]);
      real change = tanh(gate[3 * cells + j]);
      memory[j] = forget * memory[j] + input * change;
      state[j] = output * tanh(memory[j]);
    }
    real predicted = 0;
    for (int j = 0; j < cells; ++j)
      predicted += out[j] * state[j];
    real error = predicted - sequence[t + 1];
    loss += 0.5 * error * error;
  }
  return loss;
}

#if BENCH_ON_DOUBLE
// Backpropagation through time. Kept of each step: the state and memory that it began with, the
// four gates' values and tanh of the new memory; the pre-activations are not, since the derivatives
// of sigmoid and tanh follow from their results: s (1 - s) and 1 - t^2. In the reverse sweep, with
// the adjoints of state and memory:
//   output_bar = state_bar tanh(memory), memory_bar += state_bar output (1 - tanh(memory)^2),
//   input_bar = memory_bar change, change_bar = memory_bar input,
//   forget_bar = memory_bar memory_before, memory_before_bar = memory_bar forget,
// and the rows: w_bar += gate_bar state_before^T, state_before_bar = w^T gate_bar.
static double lstm_by_hand(const double *w, double *w_bar, const double *sequence, int length) {
  struct step {
    double state[cells], memory[cells], gate[gates], squashed[cells], error;
  };
  const double *out = w + gates * row;
  double *out_bar = w_bar + gates * row;
  std::vector<step> steps(length);
  std::fill_n(steps[0].state, cells, 0);
  std::fill_n(steps[0].memory, cells, 0);
  double loss = 0;
  for (int t = 0; t + 1 < length; ++t) {
    step &here = steps[t], &next = steps[t + 1];
    for (int j = 0; j < gates; ++j) {
      double sum = w[j * row + cells] * sequence[t] + w[j * row + cells + 1];
      for (int i = 0; i < cells; ++i)
        sum += w[j * row + i] * here.state[i];
      here.gate[j] = sum;
    }
    for (int j = 0; j < 3 * cells; ++j)
      here.gate[j] = sigmoid(here.gate[j]);
    double predicted = 0;
    for (int j = 0; j < cells; ++j) {
      here.gate[3 * cells + j] = tanh(here.gate[3 * cells + j]);
      next.memory[j] =
          here.gate[cells + j] * here.memory[j] + here.gate[j] * here.gate[3 * cells + j];
      here.squashed[j] = tanh(next.memory[j]);
      next.state[j] = here.gate[2 * cells + j] * here.squashed[j];
      predicted += out[j] * next.state[j];
    }
    here.error = predicted - sequence[t + 1];
    loss += 0.5 * here.error * here.error;
  }
  double state_bar[cells] = {}, memory_bar[cells] = {}, gate_bar[gates];
  for (int t = length - 1; t-- > 0;) {
    const step &here = steps[t], &next = steps[t + 1];
    for (int j = 0; j < cells; ++j) {
      out_bar[j] += here.error * next.state[j];
      state_bar[j] += here.error * out[j];
      const double input = here.gate[j], forget = here.gate[cells + j],
                   output = here.gate[2 * cells + j], change = here.gate[3 * cells + j],
                   squashed = here.squashed[j];
      memory_bar[j] += state_bar[j] * output * (1 - squashed * squashed);
      gate_bar[j] = memory_bar[j] * change * input * (1 - input);
      gate_bar[cells + j] = memory_bar[j] * here.memory[j] * forget * (1 - forget);
      gate_bar[2 * cells + j] = state_bar[j] * squashed * output * (1 - output);
      gate_bar[3 * cells + j] = memory_bar[j] * input * (1 - change * change);
      memory_bar[j] *= forget;
      state_bar[j] = 0;
    }
    for (int j = 0; j < gates; ++j) {
      w_bar[j * row + cells] += gate_bar[j] * sequence[t];
      w_bar[j * row + cells + 1] += gate_bar[j];
      for (int i = 0; i < cells; ++i) {
        w_bar[j * row + i] += gate_bar[j] * here.state[i];
        state_bar[i] += gate_bar[j] * w[j * row + i];
      }
    }
  }
  return loss;
}
#endif

static bench::problem make(int length) {
  bench::problem p;
  p.x = bench::normal(weights, 0.3);
  const std::vector<double> sequence = bench::normal(length, 1, 2);
  p.objective = [=](const real *w) { return lstm(w, sequence.data(), length); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *w, const double *w_dot) {
    double value_dot;
    lstm_forward(w, w_dot, sequence.data(), length, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *w, double *w_bar) {
    return lstm_reverse(w, w_bar, sequence.data(), length);
  };
  p.by_hand = [=](const double *w, double *w_bar) {
    return lstm_by_hand(w, w_bar, sequence.data(), length);
  };
#endif
  return p;
}

static const bench::registration registered("recurrent network", {20, 100, 500}, make);
