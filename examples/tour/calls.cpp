// Calls of functions that carry no annotation: their bodies are visible.
#include <cmath>

static double softplus(double x) { return std::log1p(std::exp(x)); }

static void normalise(double *v, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * v[i];
  const double length = std::sqrt(sum);
  for (int i = 0; i < n; ++i)
    v[i] /= length;
}

[[ad::differentiate(reverse)]]
double score(const double *x) {
  double v[3] = {x[0], x[1], x[2]};
  normalise(v, 3);
  return softplus(v[0] - v[1]) * v[2];
}
