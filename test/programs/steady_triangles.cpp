// Calls that are made ahead of loops: some of these do not run where the loops around them begin,
// but later.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <vector>

#define CASE(name, Outer, Inner)                                                                   \
  namespace name {                                                                                 \
  static double run(const V &v, int n) {                                                           \
    double s = v[0];                                                                               \
    for Outer                                                                                      \
    for Inner                                                                                      \
    s = 0.9 * s + v[j & 3] * std::sin(v[1]) + v[i & 3] * std::exp(0.1 * v[2] * n);                 \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, told(v, 5)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));      \
  }                                                                                                \
  }

CASE(down_from_before, (int i = 0; i < n; ++i), (int j = i - 1; j >= 0; --j))
CASE(below, (int i = 0; i < n; ++i), (int j = 0; j < i; ++j))
CASE(below_from_one, (int i = 0; i < n; ++i), (int j = 1; j <= i; ++j))
CASE(down_to_one, (int i = 0; i < n; ++i), (int j = i; j > 0; --j))
CASE(down_in_the_test, (int i = 0; i < n; ++i), (int j = i; j-- > 0;))
CASE(last_ones, (int i = 0; i < n; ++i), (int j = n - i; j < n; ++j))
CASE(last_ones_down, (int i = 0; i < n; ++i), (int j = n - 1; j >= n - i; --j))
CASE(doubled, (int i = 0; i < n; ++i), (int j = 2 * i; j > i; --j))
CASE(halves, (int i = 0; i < n; ++i), (int j = 0; j < i / 2; ++j))
CASE(first_ones, (int i = 0; i < n; ++i), (int j = 0; j < n - i; ++j))
CASE(above, (int i = 0; i < n; ++i), (int j = i + 1; j < n; ++j))
CASE(above_going_down, (int i = n - 1; i >= 0; --i), (int j = i + 1; j < n; ++j))
CASE(first_ones_going_down, (int i = n; i > 0; --i), (int j = 0; j < n - i; ++j))
CASE(below_going_down, (int i = n - 1; i >= 0; --i), (int j = 0; j < i; ++j))
CASE(long_below, (long i = 0; i < n; ++i), (long j = i - 1; j >= 0; --j))
CASE(unsigned_ahead, (unsigned i = 0; i < unsigned(n); ++i), (unsigned j = i - 1; j < 4; ++j))
CASE(sizes, (std::size_t i = 0; i < std::size_t(n); ++i), (std::size_t j = i; j > 0; --j))
CASE(not_equal, (int i = 0; i < n; ++i), (int j = 0; j != i; ++j))
CASE(mixed, (int i = 0; i < n; ++i), (std::size_t j = 0; j < std::size_t(i); ++j))

// The third loop begins where the second one does.
namespace three {
static double run(const V &v, int n) {
  double s = v[0];
  for (int i = 0; i < n; ++i)
    for (int j = 5 - i; j < 10; ++j)
      for (int k = j; k < n; ++k)
        s = 0.9 * s + v[k & 3] * std::sin(v[1]);
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      for (int k = 0; k < j - i; ++k)
        s = 0.9 * s + v[k & 3] * std::cos(v[2]);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k)
        s = 0.9 * s + v[k & 3] * std::exp(-v[3]);
  return s;
}
BOTH double f(const V &v) {
  return run(v, told(v, 5)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));
}
} // namespace three

int main() {
  CHECK_CASE_TWICE(down_from_before);
  CHECK_CASE_TWICE(below);
  CHECK_CASE_TWICE(below_from_one);
  CHECK_CASE_TWICE(down_to_one);
  CHECK_CASE_TWICE(down_in_the_test);
  CHECK_CASE_TWICE(last_ones);
  CHECK_CASE_TWICE(last_ones_down);
  CHECK_CASE_TWICE(doubled);
  CHECK_CASE_TWICE(halves);
  CHECK_CASE_TWICE(first_ones);
  CHECK_CASE_TWICE(above);
  CHECK_CASE_TWICE(above_going_down);
  CHECK_CASE_TWICE(first_ones_going_down);
  CHECK_CASE_TWICE(below_going_down);
  CHECK_CASE_TWICE(long_below);
  CHECK_CASE_TWICE(unsigned_ahead);
  CHECK_CASE_TWICE(sizes);
  CHECK_CASE_TWICE(not_equal);
  CHECK_CASE_TWICE(mixed);
  CHECK_CASE_TWICE(three);
  return finish();
}
