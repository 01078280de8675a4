#include <cstring>

[[ad::differentiate(reverse)]]
double smooth(const double *x, int n) {
  double *w = new double[n];
  std::memcpy(w, x, n * sizeof(double));
  for (int i = 1; i < n; ++i)
    w[i] = 0.5 * (w[i] + w[i - 1]) * x[i];
  double last = w[n - 1];
  delete[] w;
  return last;
}
