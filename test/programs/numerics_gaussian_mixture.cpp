// The log-likelihood of a one-dimensional Gaussian mixture.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double likelihood(const double *weight, const double *mean, const double *log_sd, int k,
                  [[ad::constant]] const double *x, int n) {
  double norm = 0;
  for (int j = 0; j < k; ++j)
    norm += std::exp(weight[j]);
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double term[4], largest = -1e300;
    for (int j = 0; j < k; ++j) {
      double z = (x[i] - mean[j]) * std::exp(-log_sd[j]);
      term[j] = weight[j] - log_sd[j] - 0.5 * z * z;
      largest = std::fmax(largest, term[j]);
    }
    double sum = 0;
    for (int j = 0; j < k; ++j)
      sum += std::exp(term[j] - largest);
    total += largest + std::log(sum);
  }
  return total - n * std::log(norm);
}

int main() {
  static const double data[5] = {3.6, 1.8, 3.333, 2.283, 4.533};
  check(
      {0.1, -0.2, 2.1, 4.2, -1.0, -0.7}, 1,
      [](In x, Out y) { y[0] = likelihood(x, x + 2, x + 4, 2, data, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] =
            likelihood_forward(x, x_dot, x + 2, x_dot + 2, x + 4, x_dot + 4, 2, data, 5, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] =
            likelihood_reverse(x, x_bar, x + 2, x_bar + 2, x + 4, x_bar + 4, 2, data, 5, y_bar[0]);
      }));
  return finish();
}
