// Loops: one that keeps nothing for the reverse sweep, and one that carries a state.
#include <cmath>

[[ad::differentiate(reverse)]]
double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += d * d;
  }
  return e;
}

[[ad::differentiate(forward, reverse)]]
double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}

// As many iterations as it takes: nobody knows the number beforehand.
[[ad::differentiate(reverse)]]
double root(double a) {
  double x = a;
  while (std::abs(x * x - a) > 1e-12 * a)
    x = (x + a / x) / 2;
  return x;
}
