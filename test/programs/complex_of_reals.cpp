// The functions of complex numbers, given real ones: the library takes them for complex.
#include "vectors.h"
#include <complex>

namespace reals {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const std::complex<double> z(v[0], v[1]);
  double s = std::norm(v[0]) + std::arg(v[1]) + std::arg(-v[1]) * v[0] + std::real(v[0]);
  s += std::imag(v[0]) + std::norm(z) * std::arg(z);
  const auto c = std::conj(v[0]);
  const auto p = std::proj(v[1] * v[0]);
  double x = v[1];
  s += std::norm(x * 1.5) * x;
  return s + std::norm(c * z) + std::abs(p) + std::norm(2) * v[1] + std::real(3) + std::norm(1.5f);
}
} // namespace reals

int main() {
  CHECK_CASE(reals, {0.7, 1.3});
  return finish();
}
