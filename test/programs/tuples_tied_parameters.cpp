// std::tie of the value parameter of a function that stands in the place of its call: it is
// written.
#include "vectors.h"
#include <tuple>

namespace tied {
static double g(double s) {
  double t = 0.5;
  std::tie(s, t) = std::make_tuple(s * s, 0.25 * s);
  std::tie(t, s) = std::make_pair(0.5 * s, t);
  return 0.5 * s + t;
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double x = v[0];
  for (int i = 0; i < 2; ++i)
    x = g(x) * v[1];
  return x;
}
} // namespace tied
namespace once {
using tied::g;
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double x = v[0];
  x = g(x) * v[1];
  return x;
}
} // namespace once

int main() {
  CHECK_CASE(tied, {0.7, 1.3});
  CHECK_CASE(once, {0.7, 1.3});
  return finish();
}
