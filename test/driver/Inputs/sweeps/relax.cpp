#include "relax.h"
#include <cmath>
void relax(double *x, int n, Medium &m) {
  for (int i = 1; i < n; ++i) {
    x[i] *= std::sin(x[i - 1]) + m.damping;
    m.gain += x[i] * m.gain;
    m.damping *= m.gain;
  }
}
double measure::norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return std::sqrt(s);
}
double Filter::step(double x) {
  state = gain * state + std::tanh(x * state);
  return state * state;
}
