// Enumerators, as C has its constants, and values of enumerations as bounds of loops.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

enum { N = 4, M = 3, LAST = -1 };
enum Axis : unsigned char { X, Y, Z, AXES };
enum class Kind : int { two = 2 };

static double next(double s, double x) { return s * x * 0.5 + std::sin(s); }

AD_MODES double enumerators(const V &x) {
  double a[N], s = x[0];
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = x[i] * s;
  for (i = 0; i < N; ++i)
    for (j = 0; j < M; ++j)
      s = next(s, a[j]);
  for (i = N - 1; i >= X; i--)
    s = next(s, a[i]);
  for (i = Y; i < N; i++)
    s = next(s, a[i]);
  for (i = N; i > LAST + 1; i--)
    s = next(s, a[i - 1]);
  for (i = 0; i <= M; i += 2)
    s = next(s, a[i]);
  i = 0;
  while (i < N) {
    s = next(s, a[i]);
    i++;
  }
  return s;
}

AD_MODES double enumerations(const V &x) {
  double s = x[0];
  for (Axis a = X; a < AXES; a = Axis(a + 1))
    s = next(s, x[a]);
  for (int k = 0; k < int(Kind::two); k++)
    s = next(s, x[k]);
  for (unsigned char k = 0; k < AXES; k++)
    s = next(s, x[k]);
  const Axis n = x[0] > 0.3 ? AXES : Z;
  for (int k = 0; k < n; k++)
    s = next(s, x[k]);
  for (int k = n; k--;)
    s = next(s, x[k]);
  return s;
}

int main() {
  CHECK_VECTOR(enumerators, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(enumerations, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(enumerations, {0.45, 0.93, 0.31, 0.17});
  return finish();
}
