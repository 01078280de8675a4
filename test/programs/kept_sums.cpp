// Factors, arguments and denominators that are sums of what is overwritten later: they are kept as
// one number each. Sums whose parts are needed by themselves, under conditions, of integers too.
#include "one_memory.h"
#include <cmath>

#define FUNCTION [[ad::differentiate(forward, reverse)]] void

FUNCTION smooth(double *u, double *c, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += c[0] * (u[i - 1] + u[i + 1] - 2 * u[i]);
}
FUNCTION needed_too(double *u, double *c, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] -= 0.1 * c[0] * u[i] * (u[i + 1] - u[i - 1]) * (u[i] + c[1]);
}
FUNCTION functions(double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i + 1 < n; ++i) {
      v[i] = v[i] * std::sin(u[i] + v[i + 1]) / (9 + u[i + 1] - std::tanh(u[i] - v[i]));
      u[i] = std::tanh(std::sqrt(u[i] * u[i] + v[i] * v[i] + 4) +
                       std::pow(2.5 + 0.1 * (std::sin(u[i + 1] - v[i + 1])), 0.5 * v[i]));
      v[i + 1] = 0.5 * (u[i] + v[i]) * (u[i + 1] - v[i + 1]);
    }
}
FUNCTION guarded(double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i) {
      u[i] = u[i - 1] + v[i] > 0.5 ? v[i] * (u[i] + u[i - 1] + i) : v[i] * (u[i] - u[i - 1]);
      v[i] *= (t > 0 && u[i] + u[i - 1] > 0) ? 0.1 * (u[i] + v[i] + 2 * t) : 0.5;
    }
}
FUNCTION twice(double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i) {
      const double w = std::tanh(v[i] * (u[i] + u[i - 1]) + v[i - 1] * (u[i] + u[i - 1]));
      v[i] = 0.3 * w * (u[i] + u[i - 1]);
      u[i] = 0.5 * std::cos(u[i] + u[i - 1]) + (u[i] + v[i] - w) * w;
    }
}
FUNCTION left(double *u, double *v, int n, int steps) { // what the statement itself leaves
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n; ++i) {
      u[i] /= 9 + u[i] + u[i - 1];
      v[i] = 0.2 * std::sin(u[i] - v[i]) * (v[i] + u[i - 1]);
    }
}

int main() {
  for (int steps : {1, 3}) {
    RUN2(smooth, 0, 8, 7, steps);
    RUN2(smooth, 0, 3, 7, steps); // the factor is among them
    RUN2(needed_too, 0, 8, 7, steps);
    RUN2(functions, 0, 6, 5, steps);
    RUN2(functions, 0, 2, 5, steps);
    RUN2(guarded, 0, 6, 6, steps);
    RUN2(twice, 0, 6, 6, steps);
    RUN2(twice, 2, 1, 6, steps);
    RUN2(left, 0, 6, 6, steps);
    RUN2(left, 1, 0, 6, steps);
  }
  return finish();
}
