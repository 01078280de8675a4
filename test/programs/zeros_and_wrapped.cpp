// Numbers at the ends of what types hold: sums of zeros keep their signs, unsigned differences that
// are widened have wrapped.
#include "told.h"
#include <cmath>

// 0 - 0 - 0 is 0, and the angle beside it pi; -0 - 0 is -0.
namespace sums_of_zeros {
BOTH double f(const V &v) {
  const int n = told(v, 6);
  double zeros[8] = {}, s = 0;
  for (int i = 1; i < n; ++i) {
    double f = 0;
    f -= zeros[i - 1] * v[i & 3];
    f -= zeros[i + 1];
    double g = 0;
    g += -1 * (zeros[i] * zeros[i + 1]);
    g += zeros[i] * -0.5;
    s += std::atan2(f, -1.0) * v[i & 3] + std::copysign(v[0], g);
  }
  return s;
}
} // namespace sums_of_zeros

namespace widened_at_the_first {
BOTH double f(const V &v) {
  const int n = told(v, 20);
  const V u = spread(v, n);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (long(i - 1u) > 0) // everywhere but at i = 1
      s += u[i] * u[i];
    else
      s += u[i];
  }
  return s;
}
} // namespace widened_at_the_first

namespace widened_at_the_last {
BOTH double f(const V &v) {
  double all = 0;
  for (int n : {0, 1, 2, 3, 9}) {
    const V u = spread(v, n);
    const unsigned m = n;
    double s = 0;
    for (int i = 0; i < n; ++i) {
      if (i < long(m - 3u)) // everywhere where m < 3
        s += u[i] * u[i];
      else
        s += u[i];
    }
    all += s;
  }
  return all;
}
} // namespace widened_at_the_last

int main() {
  CHECK_CASE_TWICE(sums_of_zeros);
  CHECK_CASE_TWICE(widened_at_the_first);
  CHECK_CASE_TWICE(widened_at_the_last);
  return finish();
}
