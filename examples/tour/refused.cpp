#include <cstring>

double drag(double v); // its body is elsewhere

[[ad::differentiate(reverse)]]
double power(double v) {
  return v * drag(v);
}

[[ad::differentiate(reverse)]]
double first(const double *x) {
  float y;
  std::memcpy(&y, x, sizeof y);
  return y;
}

[[ad::differentiate(revers)]] double typo(double x);
