// Arrays that overlap, in functions whose loops and branches name ends that are far beyond what is
// used: "no limit" is the largest number of a type. Numbers made of these do not overflow on the
// way to the question whether arrays overlap.
#include "told.h"
#include <climits>
#include <cstdint>

const int Elements = 30;

/// `g(double *x, double *y, ...)`, called with y one element behind x: checked as the derivative of
/// the numbers that are left.
#define SEEN(...)                                                                                  \
  double f(const V &v) {                                                                           \
    V u = spread(v, Elements);                                                                     \
    g(u.data(), u.data() + 1, __VA_ARGS__);                                                        \
    return weighed(u);                                                                             \
  }                                                                                                \
  SEEN_COMPANIONS(__VA_ARGS__)
#ifdef NO_AD
#define SEEN_COMPANIONS(...)
#else
#define SEEN_COMPANIONS(...)                                                                       \
  double f_forward(const V &v, const V &v_dot, double &f_dot) {                                    \
    V u = spread(v, Elements), u_dot = spread(v_dot, Elements), u_bar(Elements);                   \
    g_forward(u.data(), u_dot.data(), u.data() + 1, u_dot.data() + 1, __VA_ARGS__);                \
    const double value = weighed_reverse(u, u_bar, 1);                                             \
    f_dot = 0;                                                                                     \
    for (int i = 0; i < Elements; ++i)                                                             \
      f_dot += u_bar[i] * u_dot[i];                                                                \
    return value;                                                                                  \
  }                                                                                                \
  double f_reverse(const V &v, V &v_bar, double f_bar) {                                           \
    V u = spread(v, Elements), w = u, u_bar(Elements);                                             \
    g(w.data(), w.data() + 1, __VA_ARGS__);                                                        \
    const double value = weighed_reverse(w, u_bar, f_bar);                                         \
    g_reverse(u.data(), u_bar.data(), u.data() + 1, u_bar.data() + 1, __VA_ARGS__);                \
    for (int i = 0; i < Elements; ++i) {                                                           \
      v_bar[i & 3] += u_bar[i];                                                                    \
      v_bar[(i + 1) & 3] += 0.1 * (i & 7) * u_bar[i];                                              \
    }                                                                                              \
    return u == w ? value : -1;                                                                    \
  }
#endif

[[ad::differentiate(reverse)]] double weighed(const V &u);

/// A branch asks for `<=`.
namespace to_last {
BOTH void g(const double *x, double *y, int n, int shift, int last) {
  for (int i = 0; i < n; ++i) {
    const int j = i - shift;
    if (j >= 0 && j <= last)
      y[i] = x[j] * x[j];
  }
}
namespace near {
SEEN(told(v, 8), 1, told(v, 10))
}
namespace far {
SEEN(told(v, 8), 1, INT_MAX)
}
} // namespace to_last

/// Most rows are left out, by branches and without.
namespace rows {
BOTH void g(const double *x, double *y, const int *mask, int n, int m) {
  for (int i = 0; i < n; ++i) {
    if (!mask[i])
      continue;
    for (int j = 0; j < 9; ++j)
      y[i * m + j] = x[i * m + j] * x[i * m + j];
  }
}
const std::vector<int> mask = [] {
  std::vector<int> m(65536);
  m[0] = 1;
  return m;
}();
SEEN(mask.data(), told(v, 65536), 65536)
} // namespace rows

/// Rows begin ahead of the others.
namespace few_columns {
BOTH void g(const double *x, double *y, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < m; ++j)
      y[i * 900000000 + j] = x[i * 900000000 + j] * x[i * 900000000 + j + 1];
}
SEEN(told(v, 4), 1)
} // namespace few_columns

/// Loops are left.
namespace left_int {
BOTH void g(const double *x, double *y, int most, int n) {
  for (int i = 0; i < most; ++i) {
    if (i >= n)
      break;
    y[3 * i] = x[3 * i] * x[3 * i + 1];
    y[3 * i + 1] = x[3 * i] * x[3 * i + 2];
  }
}
namespace near {
SEEN(told(v, 4), 2)
}
namespace far {
SEEN(1000000000, told(v, 2))
}
namespace farther {
SEEN(INT_MAX, told(v, 2))
}
} // namespace left_int

namespace left_unsigned {
BOTH void g(const double *x, double *y, unsigned most, unsigned n, unsigned from) {
  for (unsigned i = 0; i < most; ++i) {
    if (i >= n)
      break;
    y[from + i] = x[from + i] * x[from + i + 1];
  }
}
SEEN(UINT_MAX, unsigned(told(v, 4)), 2)
} // namespace left_unsigned

namespace left_size {
BOTH void g(const double *x, double *y, std::size_t most, std::size_t n) {
  for (std::size_t i = 0; i < most; ++i) {
    if (i >= n)
      break;
    y[i] = x[i] * x[i + 1];
  }
}
namespace far {
SEEN(SIZE_MAX, told(v, 4))
}
namespace half {
SEEN(SIZE_MAX / 2, told(v, 4))
}
namespace eighth {
SEEN(std::size_t(1) << 61, told(v, 4))
}
} // namespace left_size

namespace left_long {
BOTH void g(const double *x, double *y, long most, long n, long k) {
  for (long i = 0; i < most; ++i) {
    if (i >= n)
      return;
    for (long j = 0; j < most; ++j) {
      if (j >= k)
        break;
      y[i * k + j] = x[i * k + j] * x[i * k + j + 1];
    }
  }
}
SEEN(LONG_MAX, told(v, 3), 4)
} // namespace left_long

/// A part of a condition asks.
namespace chosen {
BOTH void g(const double *x, double *y, int most, int n) {
  for (int i = 0; i < most; ++i) {
    y[0] += i < n ? x[3 * i] * x[3 * i + 2] : 0;
    if (i >= 9)
      return;
  }
}
SEEN(INT_MAX, told(v, 4))
} // namespace chosen

/// The loop that would say most is not run.
namespace other_loop {
BOTH void g(const double *x, double *y, bool whole, int most, int n) {
  if (whole)
    for (int i = 0; i < most; ++i)
      y[3 * i] = x[3 * i] * x[3 * i];
  for (int i = 0; i < most; ++i) {
    if (i >= n)
      break;
    y[i] = x[i] * x[i];
  }
}
SEEN(told(v, 0) != 0, 1 << 30, told(v, 5))
} // namespace other_loop

/// A constant is what a running counter was, not what it is.
namespace counted_from {
BOTH void g(double *y, const double *x, int n) {
  int k = 0;
  const int first = k;
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5) {
      const int at = k;
      y[at - first] = x[i] * x[i];
      ++k;
    }
}
SEEN(told(v, 9))
} // namespace counted_from

int main() {
  CHECK_CASE_TWICE(to_last::near);
  CHECK_CASE_TWICE(to_last::far);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(few_columns);
  CHECK_CASE_TWICE(left_int::near);
  CHECK_CASE_TWICE(left_int::far);
  CHECK_CASE_TWICE(left_int::farther);
  CHECK_CASE_TWICE(left_unsigned);
  CHECK_CASE_TWICE(left_size::far);
  CHECK_CASE_TWICE(left_size::half);
  CHECK_CASE_TWICE(left_size::eighth);
  CHECK_CASE_TWICE(left_long);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(other_loop);
  CHECK_CASE_TWICE(counted_from);
  return finish();
}
