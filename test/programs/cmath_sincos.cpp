// sincos, sincosf, sincosl: two results behind pointers, one of which may lead to the angle.
#include "scalars.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double both(double x, double y) {
  double s, c;
  sincos(x * y, &s, &c);
  return s * 2 + c * y;
}

BOTH double in_place(double x, double y) {
  double c;
  sincos(x, &x, &c);
  y *= x;
  sincos(y, &c, &y);
  return x * c + y;
}

BOTH double into_an_array(double x, double y) {
  double a[4];
  for (int i = 0; i < 2; ++i)
    sincos(x + i * y, a + 2 * i, &a[2 * i + 1]);
  return a[0] * a[3] - a[1] * a[2];
}

BOTH double others(double x, double y) {
  float s, c;
  sincosf(static_cast<float>(x), &s, &c);
  long double t, u;
  sincosl(y, &t, &u);
  return static_cast<double>(t * u) + 0 * (s + c);
}

int main() {
  CHECK_SCALARS(both, {0.3, -1.2});
  CHECK_SCALARS(in_place, {0.8, 1.1});
  CHECK_SCALARS(into_an_array, {0.4, 0.7});
  CHECK_SCALARS(others, {0.2, 0.9});
  return finish();
}
