#include "rod.h"

namespace heat::fit {

void relax(Rod &rod, const std::vector<double> &powers) {
  for (double power : powers)
    rod.step(0.05, power);
}

double misfit(const std::vector<double> &start, const Material &m, const Data &data, int steps) {
  std::vector<double> t = start;
  const int n = static_cast<int>(t.size());
  double total = 0;
  for (int s = 0; s < steps; ++s) {
    exchange(m, t, 0.1);
    t[s % n] += heating(total, t[0]) / norm(t.data(), n);
    const double off = t[s % n] - data.seen[s % n];
    total += off * off / data.noise;
  }
  return total + Rod::loss(t[0], t[n - 1]) + soft_max(t.data(), n, m.expansion) + up(t[1], 4);
}

} // namespace heat::fit
