// Loops that end at the lesser of two numbers, and begin at the larger one: bands of matrices,
// windows, tiles. In memory of the caller's that is apart, and that overlaps.
#include "told.h"
#include <algorithm>
#include <cmath>
#include <vector>

[[ad::differentiate(reverse)]] double weighed(const V &u);

constexpr int Elements = 160;

/// Calls RUN with parts of ALL, Y of which is SHIFT numbers behind x, of which 12 are read: apart,
/// or here and there.
#define CALL(RUN, ALL, SHIFT)                                                                      \
  RUN(ALL.data() + 60, ALL.data(), ALL.data() + SHIFT, told(v, 12), told(v, 2))
#define CALL_WITH(RUN, ALL, D, SHIFT)                                                              \
  RUN(ALL.data() + 60, D.data() + 60, ALL.data(), D.data(), ALL.data() + SHIFT, D.data() + SHIFT,  \
      told(v, 12), told(v, 2))
/// Checked as the derivative of the numbers that are left.
#define PLACES(space)                                                                              \
  double f(const V &v) {                                                                           \
    double sum = 0;                                                                                \
    for (int shift : {40, 12, 11, 6, 4, 3, 0}) {                                                   \
      V all = spread(v, Elements);                                                                 \
      CALL(run, all, shift);                                                                       \
      sum += weighed(all);                                                                         \
    }                                                                                              \
    return sum;                                                                                    \
  }                                                                                                \
  PLACES_COMPANIONS
#ifdef NO_AD
#define PLACES_COMPANIONS
#else
#define PLACES_COMPANIONS                                                                          \
  double f_forward(const V &v, const V &v_dot, double &f_dot) {                                    \
    double sum = 0;                                                                                \
    f_dot = 0;                                                                                     \
    for (int shift : {40, 12, 11, 6, 4, 3, 0}) {                                                   \
      V all = spread(v, Elements), all_dot = spread(v_dot, Elements), all_bar(Elements);           \
      CALL_WITH(run_forward, all, all_dot, shift);                                                 \
      sum += weighed_reverse(all, all_bar, 1);                                                     \
      for (int i = 0; i < Elements; ++i)                                                           \
        f_dot += all_bar[i] * all_dot[i];                                                          \
    }                                                                                              \
    return sum;                                                                                    \
  }                                                                                                \
  double f_reverse(const V &v, V &v_bar, double f_bar) {                                           \
    double sum = 0;                                                                                \
    for (int shift : {40, 12, 11, 6, 4, 3, 0}) {                                                   \
      V all = spread(v, Elements), after = all, all_bar(Elements);                                 \
      CALL(run, after, shift);                                                                     \
      sum += weighed_reverse(after, all_bar, f_bar);                                               \
      CALL_WITH(run_reverse, all, all_bar, shift);                                                 \
      for (int i = 0; i < Elements; ++i) {                                                         \
        v_bar[i & 3] += all_bar[i];                                                                \
        v_bar[(i + 1) & 3] += 0.1 * (i & 7) * all_bar[i];                                          \
      }                                                                                            \
      expect_true("numbers are as the function leaves them", all == after);                        \
    }                                                                                              \
    return sum;                                                                                    \
  }
#endif

namespace band {
BOTH void run(const double *, const double *x, double *y, int n, int width) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = std::max(0, i - width); j < std::min(n, i + width + 1); ++j)
      s += (1 + 0.1 * j) * x[j] * x[j];
    y[i] = std::sin(s);
  }
}
PLACES(band)
} // namespace band

namespace named {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    const int begin = std::max(i - width, 0), end = std::min(i + width, n - 1);
    for (int j = begin; j <= end; ++j)
      s += a[i * 2 + j - begin] * x[j] * x[j];
    y[i] = std::tanh(s);
  }
}
PLACES(named)
} // namespace named

namespace downwards {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = n - 1; i >= 0; --i) {
    double s = a[i];
    for (int j = std::min(i + width, n - 1); j >= std::max(0, i - width); --j)
      s = 0.5 * s * x[j] + x[j];
    y[i] = s;
  }
}
PLACES(downwards)
} // namespace downwards

namespace tiles {
BOTH void run(const double *a, const double *x, double *y, int n, int) {
  for (int from = 0; from < n; from += 5)
    for (int i = from; i < std::min(from + 5, n); ++i)
      for (int j = from; j < std::min({from + 5, n, 40}); ++j)
        y[i] += a[i + 3 * j] * x[j] * x[j] * 0.1;
}
PLACES(tiles)
} // namespace tiles

namespace without_signs {
BOTH void run(const double *a, const double *x, double *y, std::size_t n, std::size_t width) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t begin = i < width ? 0 : i - width, end = std::min(n, i + width + 1);
    double s = 0;
    for (std::size_t j = begin; j < end; ++j)
      s += a[j] * x[j] * x[j];
    y[i] = std::sin(s);
  }
}
PLACES(without_signs)
} // namespace without_signs

namespace wrapped { // n - width may be below zero, and is then beyond all
BOTH void run(const double *a, const double *x, double *y, unsigned n, unsigned width) {
  for (unsigned i = 0; i < std::min(n, n - 6 * width); ++i)
    y[i] = a[i] * x[i] * x[i];
  for (unsigned i = std::max(0u, width - 2); i < n; ++i)
    y[i] += 0.1 * x[i] * x[i] * y[i];
  for (unsigned i = std::max(1u, n - 7 * width); i < std::min(n, 9u); ++i) // does not run
    y[i] = x[i];
}
PLACES(wrapped)
} // namespace wrapped

// In strides that are numbers of the caller's.
namespace tiles_of_any_size {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int from = 0; from < n; from += width)
    for (int i = from; i < std::min(from + width, n); ++i)
      y[n - 1 - i] += a[i] * x[i] * x[i];
}
PLACES(tiles_of_any_size)
} // namespace tiles_of_any_size

namespace upwards_in_strides {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = 0; i + width <= n; i += width) {
    double s = 0;
    for (int j = 0; j < width; ++j)
      s += x[i + j] * x[i + j];
    y[n - 1 - i] += a[i] * s;
  }
}
PLACES(upwards_in_strides)
} // namespace upwards_in_strides

namespace downwards_in_strides {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = n - 1; i >= 0; i -= width)
    y[n - 1 - i] = std::sin(a[i] * x[i]) + x[i] * x[i];
}
PLACES(downwards_in_strides)
} // namespace downwards_in_strides

// A stride below zero: what is reached lies in front.
namespace backwards {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  const double *end = x + n;
  for (int i = -1; i < 0; i -= width) {
    if (i + n < 0)
      break;
    y[n + i] = a[n + i] * end[i] * end[i];
  }
}
PLACES(backwards)
} // namespace backwards

// Ends that are quotients.
namespace quotients {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  const int rows = (n - 1) / width + 1;
  for (int i = 0; i < rows; ++i) {
    y[n - 1 - i * width] = std::sin(a[i] * x[i * width]);
    y[n - 1 - i * width] += x[i * width] * x[i * width];
  }
}
PLACES(quotients)
} // namespace quotients

namespace halves {
BOTH void run(const double *a, const double *x, double *y, std::size_t n, std::size_t) {
  const std::size_t half = n / 2, third = (n + 2) / 3;
  for (std::size_t i = 0; i < half; ++i)
    y[half - 1 - i] = a[i] * x[2 * i] * x[2 * i + 1];
  for (std::size_t i = 0; i < third; ++i)
    y[i + 1] += x[3 * i] * x[3 * i];
}
PLACES(halves)
} // namespace halves

namespace below_zero { // -7 / 2 is -3
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  const int least = (5 - n) / width;
  for (int i = least; i < 0; ++i)
    y[-1 - i] = a[-i] * x[i - least] * x[i - least];
  const double *end = x + n;
  for (int i = (-n - 1) / 2; i < n / width; ++i)
    y[n / width - 1 - i] += end[i - 6] * end[i - 6];
}
PLACES(below_zero)
} // namespace below_zero

// Left behind a declaration: what is not asked for there is in bounds.
namespace left {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < 5; ++k) {
      const int at = i - k * width;
      if (at < 0)
        break;
      s += a[k] * x[at] * x[at];
    }
    y[n - 1 - i] = s;
  }
}
PLACES(left)
} // namespace left

// The greater of two ends, and the lesser of two beginnings, say less.
namespace others {
BOTH void run(const double *a, const double *x, double *y, int n, int width) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = std::min(i, width); j < std::max(i, width); ++j)
      s += a[j] * x[j] * x[j];
    y[n - 1 - i] = std::cos(s); // overwrites what was read
  }
}
PLACES(others)
} // namespace others

int main() {
  CHECK_CASE_TWICE(band);
  CHECK_CASE_TWICE(named);
  CHECK_CASE_TWICE(downwards);
  CHECK_CASE_TWICE(tiles);
  CHECK_CASE_TWICE(without_signs);
  CHECK_CASE_TWICE(wrapped);
  CHECK_CASE_TWICE(tiles_of_any_size);
  CHECK_CASE_TWICE(upwards_in_strides);
  CHECK_CASE_TWICE(downwards_in_strides);
  CHECK_CASE_TWICE(backwards);
  CHECK_CASE_TWICE(quotients);
  CHECK_CASE_TWICE(halves);
  CHECK_CASE_TWICE(below_zero);
  CHECK_CASE_TWICE(left);
  CHECK_CASE_TWICE(others);
  return finish();
}
