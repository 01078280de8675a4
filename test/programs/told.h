// Programs of loops over sizes that nothing but the run tells.
#ifndef TEST_PROGRAMS_TOLD_H
#define TEST_PROGRAMS_TOLD_H
#include "vectors.h"
#include <cstddef>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

/// n, for a v of four numbers.
inline int told(const V &v, int n) { return static_cast<int>(v.size()) - 4 + n; }

/// n numbers made of the four.
inline V spread(const V &v, int n) {
  V u(n);
  for (int i = 0; i < n; ++i)
    u[i] = v[i & 3] + 0.1 * (i & 7) * v[(i + 1) & 3];
  return u;
}

/// A sum to which each of them adds in its own way.
inline double weighed(const V &u) {
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    s += (1 + 0.3 * (i & 5)) * u[i] * u[i];
  return s;
}

/// A case: STEP, three times over, gives `next` from `u`, of `elements` numbers each, and may add
/// to `sum`. n is 9, 5, 4, 3, 2, 1 and 0.
#define STEPS(name, elements, ...)                                                                 \
  namespace name {                                                                                 \
  static double run(const V &v, int n) {                                                           \
    V u = spread(v, elements), next = u;                                                           \
    double sum = 0;                                                                                \
    for (int t = 0; t < 3; ++t) {                                                                  \
      __VA_ARGS__                                                                                  \
      u.swap(next);                                                                                \
    }                                                                                              \
    return weighed(u) + sum;                                                                       \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, told(v, 9)) + run(v, told(v, 5)) + run(v, told(v, 4)) + run(v, told(v, 3)) +     \
           run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));                           \
  }                                                                                                \
  }
#endif
