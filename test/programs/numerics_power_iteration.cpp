// Power iteration with normalisation: the Rayleigh quotient.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *m, int n, int steps) {
  double v[3] = {1, 1, 1}, w[3];
  double quotient = 0;
  for (int s = 0; s < steps; ++s) {
    double norm = 0;
    quotient = 0;
    for (int i = 0; i < n; ++i) {
      w[i] = 0;
      for (int j = 0; j < n; ++j)
        w[i] += m[i * n + j] * v[j];
      norm += w[i] * w[i];
      quotient += v[i] * w[i];
    }
    norm = std::sqrt(norm);
    for (int i = 0; i < n; ++i)
      v[i] = w[i] / norm;
  }
  return quotient;
}

int main() {
  check(
      {4., 1., 0.5, 1., 3., 0.2, 0.5, 0.2, 2.}, 1, [](In x, Out y) { y[0] = f(x, 3, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, 6, y_bar[0]); }));
  return finish();
}
