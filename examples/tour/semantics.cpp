// Constants, and side effects within expressions.
#include <cmath>

[[ad::differentiate(reverse)]]
double damped(double x, [[ad::constant]] double time) {
  [[ad::constant]] const double scale = std::abs(x);
  return std::exp(-time) * x / scale;
}

[[ad::differentiate(reverse)]]
double take(const double *v, double s) {
  int i = 0;
  double x, y;
  x = y = v[i++] * s;
  return x * y + v[i];
}
