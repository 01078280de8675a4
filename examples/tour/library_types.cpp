// Companions of code with std::complex and std::optional.
#include <complex>
#include <optional>

[[ad::differentiate(forward, reverse)]]
std::complex<double> orbit(std::complex<double> z, double c, int n) {
  for (int i = 0; i < n; ++i)
    z = z * z + c;
  return z;
}

[[ad::differentiate(reverse)]]
double bounded(double x, const std::optional<double> &limit) {
  return limit && x * x > *limit ? *limit : x * x;
}
