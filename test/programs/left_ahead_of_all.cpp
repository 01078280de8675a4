// Loops that an iteration may leave ahead of all else, and whose iterations may be cut short.
#include "told.h"
#include <cmath>
#include <vector>

#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  static double run(const V &v, int n) {                                                           \
    V a(n);                                                                                        \
    for (int i = 0; i < n; ++i)                                                                    \
      a[i] = v[i & 3] + 0.2 * i;                                                                   \
    double s = v[0];                                                                               \
    __VA_ARGS__                                                                                    \
    for (double e : a)                                                                             \
      s += e * e;                                                                                  \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, told(v, 9)) + run(v, told(v, 4)) + run(v, told(v, 1)) + run(v, told(v, 0));      \
  }                                                                                                \
  }

CASE(skips, {
  for (int i = 0; i < n; ++i) {
    if (s > 4)
      break;
    if (i % 3 == 1)
      s = 0.7 * s * a[i] + 1;
    else if (s > a[i] + 0.5)
      continue;
    a[i] = 0.9 * s * v[1] + a[i] * 0.3;
    s += 0.5;
  }
})

CASE(skips_in_a_while, {
  int i = 0;
  while (i < n) {
    if (a[i] > 3)
      break;
    ++i;
    if (s > 2.5)
      continue;
    s += a[i - 1] * v[2];
    a[i - 1] *= s;
  }
})

CASE(two_ways_out, {
  for (int i = 0; i < n; ++i) {
    if (s > 5)
      break;
    if (a[i] < 0.6)
      continue;
    s += 0.4 * a[i] * v[3];
    if (s > 3.5)
      break;
    a[i] *= s;
  }
})

CASE(nested, {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i) {
      if (a[i] * (k + 1) > 3)
        break;
      if (i % 2 == k)
        continue;
      s += 0.3 * a[i] * s;
      a[i] += 0.1 * s;
    }
})

int main() {
  CHECK_CASE_TWICE(skips);
  CHECK_CASE_TWICE(skips_in_a_while);
  CHECK_CASE_TWICE(two_ways_out);
  CHECK_CASE_TWICE(nested);
  return finish();
}
