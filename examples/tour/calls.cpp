// Calls of functions that carry no annotation: their bodies are visible.
#include <cmath>

static double softplus(double x) { return std::log1p(std::exp(x)); }

[[ad::differentiate(reverse)]]
double gap(double x, double y) {
  return softplus(x) - softplus(y);
}

static double power(double x, int n) {
  if (n == 0)
    return 1;
  return x * power(x, n - 1);
}

[[ad::differentiate(reverse)]]
double hill(double x) {
  const double p = power(x, 3);
  return p / (1 + p * p);
}
