// A recurrent network whose parameters are seen through records of pointers.
#include "vectors.h"

template <class T> T sigmoid(T x) { return 1 / (1 + std::exp(-x)); }

template <class T> T log_sum(const T *const v, int n) {
  T sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(v[i]);
  sum += 2;
  return log(sum);
}

template <class T> struct Gates {
  const T *forget;
  const T *in;
  const T *out;
  const T *change;
  Gates(const T *p, int n) : forget(p), in(&p[n]), out(&p[2 * n]), change(&p[3 * n]) {}
};

template <class T> struct Layer {
  const Gates<T> weight;
  const Gates<T> bias;
  Layer(const T *p, int n) : weight(p, n), bias(&p[n * 4], n) {}
};

template <class T> struct Layers {
  std::vector<Layer<T>> all;
  Layers(const T *p, int n, int count) {
    all.reserve(count);
    for (int i = 0; i < count; ++i) {
      all.emplace_back(&p[8 * n * i], n);
    }
  }
};

template <class T> struct Ends {
  const T *in;
  const T *out;
  const T *bias;
  Ends(const T *p, int n) : in(p), out(&p[n]), bias(&p[2 * n]) {}
};

template <class T> struct Inputs {
  std::vector<const T *> at;
  Inputs(const T *p, int n, int count) {
    at.reserve(count);
    for (int i = 0; i < count; ++i) {
      at.push_back(&p[n * i]);
    }
  }
};

template <class T> struct LayerState {
  T *hidden;
  T *cell;
  LayerState(T *p, int n) : hidden(p), cell(&p[n]) {}
};

template <class T> struct State {
  std::vector<LayerState<T>> layers;
  State(T *p, int n, int count) {
    layers.reserve(count);
    for (int i = 0; i < count; ++i) {
      layers.emplace_back(&p[2 * n * i], n);
    }
  }
};

template <class T> void step(int n, const Layer<T> &params, LayerState<T> &state, const T *input) {
  for (int i = 0; i < n; ++i) {
    T forget = sigmoid(input[i] * params.weight.forget[i] + params.bias.forget[i]);
    T in = sigmoid(state.hidden[i] * params.weight.in[i] + params.bias.in[i]);
    T out = sigmoid(input[i] * params.weight.out[i] + params.bias.out[i]);
    T change = tanh(state.hidden[i] * params.weight.change[i] + params.bias.change[i]);
    state.cell[i] = state.cell[i] * forget + in * change;
    state.hidden[i] = out * tanh(state.cell[i]);
  }
}

template <class T>
void predict(int l, int n, const Layers<T> &layers, const Ends<T> &ends, State<T> &state,
             const T *input, T *output) {
  for (int i = 0; i < n; ++i)
    output[i] = input[i] * ends.in[i];
  T *last = output;
  for (int i = 0; i < l; ++i) {
    step(n, layers.all[i], state.layers[i], last);
    last = state.layers[i].hidden;
  }
  for (int i = 0; i < n; ++i)
    output[i] = last[i] * ends.out[i] + ends.bias[i];
}

template <class T>
[[ad::differentiate(forward, reverse)]]
void loss(int l, int c, int n, const T *params, const T *ends, std::vector<T> state,
          const T *sequence, T *loss) {
  T total = 0.0;
  int count = 0;
  Layers<T> layers(params, n, l);
  Ends<T> outer(ends, n);
  State<T> states(state.data(), n, l);
  Inputs<T> inputs(sequence, n, c);
  std::vector<T> guess(n), normal(n);
  for (int t = 0; t < c - 1; ++t) {
    predict(l, n, layers, outer, states, inputs.at[t], guess.data());
    T sum = log_sum(guess.data(), n);
    for (int i = 0; i < n; i++)
      normal[i] = guess[i] - sum;
    const T *wanted = inputs.at[t + 1];
    for (int i = 0; i < n; i++)
      total += wanted[i] * normal[i];
    count += n;
  }
  *loss = -total / count;
}

// l = 2, n = 2, c = 4: 32 parameters, 6 of the ends, 8 of the state, 8 of the sequence
int main() {
  check(
      {0.1,   0.2,   -0.3, 0.4,   0.5,  -0.6, 0.7,   0.8,  -0.9, 0.15,  0.25, -0.35, 0.45,  0.55,
       -0.65, 0.75,  0.85, -0.95, 0.11, 0.21, -0.31, 0.41, 0.51, -0.61, 0.71, 0.81,  -0.91, 0.12,
       0.22,  -0.32, 0.42, 0.52,  0.3,  -0.2, 0.6,   0.7,  0.1,  0.9,   0.05, 0.15,  -0.25, 0.35,
       0.45,  0.55,  -0.1, 0.2,   0.5,  0.4,  -0.3,  0.2,  0.1,  0.6,   0.8,  -0.7},
      1, [](In x, Out y) { loss<double>(2, 4, 2, x, x + 32, {x + 38, x + 46}, x + 46, y); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        loss_forward<double>(2, 4, 2, x, x_dot, x + 32, x_dot + 32, {x + 38, x + 46},
                             {x_dot + 38, x_dot + 46}, x + 46, x_dot + 46, y, y_dot);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar = y_bar[0];
        std::vector<double> state_bar(x_bar + 38, x_bar + 46);
        loss_reverse<double>(2, 4, 2, x, x_bar, x + 32, x_bar + 32, {x + 38, x + 46}, state_bar,
                             x + 46, x_bar + 46, y, &out_bar);
        copy(state_bar.data(), x_bar + 38, 8);
      }));
  return finish();
}
