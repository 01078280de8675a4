// A one-dimensional Kalman filter: the log-likelihood of a series.
#include "harness.h"

class Filter {
  double mean = 0, variance = 1;

public:
  double process, noise;
  Filter(double process, double noise) : process(process), noise(noise) {}

  double observe(double z) {
    variance += process;
    const double s = variance + noise, innovation = z - mean;
    const double gain = variance / s;
    mean += gain * innovation;
    variance *= 1 - gain;
    return -0.5 * (std::log(6.283185307179586 * s) + innovation * innovation / s);
  }
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double likelihood(const double *z, int n, double process, double noise) {
  Filter filter(process, noise);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += filter.observe(z[i]);
  return sum;
}

int main() {
  check(
      {0.1, 0.4, 0.35, 0.3, 0.2, 0.5}, 1, [](In x, Out y) { y[0] = likelihood(x, 4, x[4], x[5]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = likelihood_forward(x, x_dot, 4, x[4], x_dot[4], x[5], x_dot[5], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = likelihood_reverse(x, x_bar, 4, x[4], x_bar[4], x[5], x_bar[5], y_bar[0]);
      }));
  return finish();
}
