// Loops that are left long before their bound, which may be the largest number there is, and loops
// from far below zero: what is kept by iteration has room.
#include "told.h"
#include <climits>
#include <cstdint>

/// n steps of a loop whose head is HEAD, in which i counts.
#define LEFT(name, T, HEAD, lo, hi)                                                                \
  namespace name {                                                                                 \
  BOTH double g(double x, int n, T from, T to) {                                                   \
    double s = 1;                                                                                  \
    int k = 0;                                                                                     \
    HEAD {                                                                                         \
      if (k >= n)                                                                                  \
        break;                                                                                     \
      s = std::sin(s) * x + 0.1 * s;                                                               \
      ++k;                                                                                         \
    }                                                                                              \
    return s * k;                                                                                  \
  }                                                                                                \
  BOTH double f(const V &v) { return g(v[0], told(v, 5), lo, hi) + g(v[1], 3, lo, hi); }           \
  }

LEFT(upwards, int, for (int i = from; i < to; ++i), -2000000000, 2000000000)
LEFT(from_least, int, for (int i = from; i < to; ++i), INT_MIN, 0)
LEFT(to_last, int, for (int i = from; i <= to; ++i), INT_MIN, INT_MAX)
LEFT(in_steps, int, for (int i = from; i < to; i += 7), -2000000000, 2000000000)
LEFT(downwards, int, for (int i = to; i > from; --i), -2000000000, 2000000000)
LEFT(ahead, int, for (int i = from; i - 3 < to; ++i), 0, INT_MAX)
LEFT(longs, long, for (long i = from; i < to; ++i), LONG_MIN, 5)
LEFT(to_last_long, long, for (long i = 0; i <= to; ++i), 0, LONG_MAX)
LEFT(to_last_size, std::size_t, for (std::size_t i = 0; i <= to; ++i), 0, SIZE_MAX)
LEFT(sizes_in_steps, std::size_t, for (std::size_t i = 0; i < to; i += 3), 0, SIZE_MAX)

int main() {
  CHECK_CASE_TWICE(upwards);
  CHECK_CASE_TWICE(from_least);
  CHECK_CASE_TWICE(to_last);
  CHECK_CASE_TWICE(in_steps);
  CHECK_CASE_TWICE(downwards);
  CHECK_CASE_TWICE(ahead);
  CHECK_CASE_TWICE(longs);
  CHECK_CASE_TWICE(to_last_long);
  CHECK_CASE_TWICE(to_last_size);
  CHECK_CASE_TWICE(sizes_in_steps);
  return finish();
}
