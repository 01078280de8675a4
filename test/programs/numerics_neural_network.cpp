// Two layers with tanh, and a squared loss.
#include "harness.h"

static void layer(const double *w, const double *x, double *y, int inputs, int outputs) {
  for (int o = 0; o < outputs; ++o) {
    double sum = w[o * (inputs + 1) + inputs];
    for (int i = 0; i < inputs; ++i)
      sum += w[o * (inputs + 1) + i] * x[i];
    y[o] = std::tanh(sum);
  }
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double loss(const double *w, [[ad::constant]] const double *data, int samples) {
  double total = 0;
  for (int s = 0; s < samples; ++s) {
    double hidden[3], out[1];
    layer(w, data + 3 * s, hidden, 2, 3);
    layer(w + 9, hidden, out, 3, 1);
    const double r = out[0] - data[3 * s + 2];
    total += r * r;
  }
  return total / samples;
}

int main() {
  static const double data[6] = {0.1, 0.9, 0.5, -0.4, 0.3, -0.2};
  check(
      {0.1, 0.4, 0.35, 0.3, -0.2, 0.5, 0.7, -0.8, 0.9, 0.15, 0.25, -0.6, 0.05}, 1,
      [](In x, Out y) { y[0] = loss(x, data, 2); }, AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = loss_forward(x, x_dot, data, 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = loss_reverse(x, x_bar, data, 2, y_bar[0]);
      }));
  return finish();
}
