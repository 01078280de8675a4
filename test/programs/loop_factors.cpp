// Elements of local arrays that a loop only reads, in iterations that may not come to read them.
#include "vectors.h"
using V = std::vector<double>;
static void change(double *a, double s) {
  a[0] = s * 0.3;
  a[1] = a[0] * a[2];
  a[2] *= s;
}
[[ad::differentiate(forward, reverse)]]
double behindConditions(const V &x) {
  double a[3] = {x[0], x[1] * x[2], x[2]};
  double s = 1;
  for (int k = 0; k < 6; k += 2) {
    for (int i = 0; i < 3; ++i) {
      if (k < 3)
        s += a[k] * x[i] * s;
      s += k < 3 ? a[k] * x[i] : 0;
      s += (k < 3 && a[k] * x[i] > 0.1) ? s * 0.1 : 0;
    }
    change(a, s);
    for (int i = 0; i < 3; ++i) {
      if (k >= 3)
        break;
      s += a[k] * x[i] * s;
    }
    for (int i = 0; i < 3; ++i) {
      if (i + k > 3)
        continue;
      for (int j = k; j < 3; ++j)
        s += a[k] * x[i] * s;
    }
    for (int i = 0; i < 3; ++i)
      for (int j = k; j < 3; ++j)
        s += a[k] * x[i];
    for (int i = 0; i + 1 < 3 - k; ++i)
      s += a[k] * s;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double divided(const V &x) {
  double a[3] = {x[0], x[1] * x[2], x[2]};
  double s = 1;
  for (int m = 0; m < 3; ++m) {
    for (int i = 0; i < 3; ++i)
      if (m)
        s += a[2 / m] * x[i] * s;
    change(a, s);
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double severalCounters(const V &x) {
  double a[3] = {x[0], x[1] * x[2], x[2]};
  double s = 1;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0, m = k + 1; i < m; ++i)
      s += a[k] * x[i] * (a[k] * s);
    for (int i = k, m = i + 1; i < m; ++i)
      s += a[i] * x[m - 1] * a[k] * s;
    change(a, s);
  }
  return s;
}
int main() {
  CHECK_VECTOR(behindConditions, {0.3, 0.7, 0.1});
  CHECK_VECTOR(divided, {0.3, 0.7, 1.1});
  CHECK_VECTOR(severalCounters, {0.3, 0.7, 1.1});
  return finish();
}
