// Branches and early exits.
#include <cmath>

[[ad::differentiate(reverse)]]
double huber(double r, double delta) {
  if (std::abs(r) <= delta)
    return r * r / 2;
  return delta * (std::abs(r) - delta / 2);
}

// The product of the elements before the first one that is not positive.
[[ad::differentiate(reverse)]]
double leading_product(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i) {
    if (x[i] <= 0)
      break;
    p *= x[i];
  }
  return p;
}
