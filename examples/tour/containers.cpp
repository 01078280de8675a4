// Companions of code with std::vector.
#include <numeric>
#include <vector>

[[ad::differentiate(reverse)]]
double smooth(const std::vector<double> &v) {
  std::vector<double> w = v;
  for (std::size_t i = 1; i < w.size(); ++i)
    w[i] = 0.5 * (w[i] + w[i - 1]);
  return std::inner_product(w.begin(), w.end(), v.begin(), 0.0);
}
