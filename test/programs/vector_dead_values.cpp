// Values of vectors that nobody needs: what makes them goes, and so does what reads them.
#include "vectors.h"

namespace overwritten {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> w(2, std::vector<double>{v[0], v[1], 3});
  double t = w[1][0];
  if (v[0] > 0)
    t = v[0] * v[1];
  else
    t = v[2];
  double s = 0;
  while (t > 0.1) {
    t *= 0.5;
    s += t * v[2];
  }
  return s;
}
} // namespace overwritten

int main() {
  CHECK_CASE(overwritten, {0.3, 0.7, 1.1});
  return finish();
}
