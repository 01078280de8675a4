// How often loops run: counters without a sign and bounds below zero, tests ahead of the counter or
// behind it, counters that begin at the other end; and subscripts that go around.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// A case: a sum s over a, of ten elements.
#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  static double run(const V &v, int n) {                                                           \
    double a[10], s = v[0] * v[1];                                                                 \
    for (int i = 0; i < 10; ++i)                                                                   \
      a[i] = v[i & 3] + 0.1 * i * v[(i + 1) & 3];                                                  \
    __VA_ARGS__                                                                                    \
    for (int i = 0; i < 10; ++i)                                                                   \
      s += (1 + 0.1 * i) * a[i] * a[i];                                                            \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, told(v, 7)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0)) +     \
           run(v, told(v, -1)) + run(v, told(v, -3));                                              \
  }                                                                                                \
  }

CASE(bytes, {
  for (std::uint8_t i = 0; i < n; ++i)
    s = std::sin(s) * a[i];
})
CASE(shorts_less_one, {
  for (std::uint16_t i = 0; i < n - 1; ++i)
    s = std::sin(s) * a[i];
})
CASE(small_signed, {
  const int last = n < 0 ? n - 1000 : n;
  for (std::int8_t i = 0; i < last; ++i)
    s = std::sin(s) * a[i];
})
CASE(unsigned_and_long, {
  const long last = n;
  for (unsigned i = 0; i < last; ++i)
    s = std::sin(s) * a[i];
})
CASE(as_signed, {
  for (unsigned i = 0; (int)i < n; ++i)
    s = std::sin(s) * a[i];
})
CASE(behind, {
  for (int i = 0; i - 3 < 4; ++i)
    s = std::sin(s) * a[i];
  for (int i = 9; i + 3 > 6; --i)
    s = std::sin(s) * a[i];
})
CASE(behind_by_n, {
  for (int k = 0; k < 3; ++k) {
    for (int i = k + 1; i < 3; ++i)
      for (int j = k; j - 2 < n - 2; ++j)
        a[i * 3 + (j & 1)] -= a[k] * a[k * 3 + (j & 1)] * 0.1;
    for (int j = k; j < n; ++j)
      a[(k * 3 + j) % 10] *= a[(k * 3 + j) % 10] * 0.5;
  }
})
CASE(from_the_end, {
  const std::size_t m = n < 0 ? 0 : n;
  for (std::size_t i = -1; i + 1 < m; ++i)
    s = std::sin(s + a[i + 1]);
  for (unsigned i = -1; i + 1 < m; ++i)
    s = std::sin(s * a[i + 1]);
})
CASE(around, {
  const unsigned back = -1;
  for (unsigned i = 1; i < 5; ++i)
    a[i] = std::sin(a[i + back] * a[i]);
  for (unsigned i = 8; i > 4; --i)
    a[i - 1] = std::sin(a[i + 4294967295u] * a[i]);
})

// A row that is kept for a loop whose test is behind its counter.
namespace rows {
static double run(const V &v, int n) {
  V A(n * n), f(n);
  for (int i = 0; i < n * n; ++i)
    A[i] = v[i & 3] + 0.1 * i;
  for (int i = 0; i < n; ++i)
    f[i] = 0.3 * v[i & 3];
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k; j - 2 < n - 2; ++j)
        A[i * n + j] -= f[i] * A[k * n + j];
    for (int j = k; j < n; ++j)
      A[k * n + j] *= 0.1 * A[k * n + j];
  }
  double s = 0;
  for (double e : A)
    s += e * e;
  return s;
}
BOTH double f(const V &v) {
  return run(v, told(v, 5)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));
}
} // namespace rows

int main() {
  CHECK_CASE_TWICE(bytes);
  CHECK_CASE_TWICE(shorts_less_one);
  CHECK_CASE_TWICE(small_signed);
  CHECK_CASE_TWICE(unsigned_and_long);
  CHECK_CASE_TWICE(as_signed);
  CHECK_CASE_TWICE(behind);
  CHECK_CASE_TWICE(behind_by_n);
  CHECK_CASE_TWICE(from_the_end);
  CHECK_CASE_TWICE(around);
  CHECK_CASE_TWICE(rows);
  return finish();
}
