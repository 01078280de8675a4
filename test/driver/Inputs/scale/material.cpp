#include "rod.h"

namespace heat {

double conductivity(const Material &m, double temperature) {
  return m.conductivity * (1 + m.expansion * std::tanh(temperature));
}

void exchange(const Material &m, std::vector<double> &temperature, double dt) {
  const int n = static_cast<int>(temperature.size());
  for (int i = 1; i < n; ++i) {
    const double flow = conductivity(m, temperature[i]) * (temperature[i] - temperature[i - 1]);
    temperature[i] -= dt * flow;
    temperature[i - 1] += dt * flow;
  }
}

double norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return std::sqrt(s);
}

double up(double x, int depth) { return depth == 0 ? x : std::sin(down(x * x, depth - 1)); }

} // namespace heat
