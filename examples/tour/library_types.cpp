// Companions of code with std::complex, std::optional, std::map and std::valarray.
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <valarray>

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

[[ad::differentiate(reverse)]]
double weighted(const std::map<std::string, double> &weights, double x) {
  double s = weights.at("bias");
  for (const auto &[name, w] : weights)
    s += w * x * w;
  return s;
}

[[ad::differentiate(reverse)]]
double energy(const std::valarray<double> &x, double k) {
  std::valarray<double> d = x - 1.0;
  return (k * d * d).sum();
}
