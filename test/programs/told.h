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
#endif
