// Loops in strides that are numbers of the caller's: up and down, from far below zero, beyond the
// end, left early, around each other; strides that are not above zero, as long as the function does
// not run them; and what is no such loop.
#include "told.h"
#include <algorithm>
#include <climits>
#include <cstddef>
#include <stdexcept>
#include <vector>

#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  BOTH double run(const V &v, int n, int k) {                                                      \
    double s = v[0], t = v[1];                                                                     \
    V a(16, 0.5);                                                                                  \
    __VA_ARGS__                                                                                    \
    for (double e : a)                                                                             \
      s += e * t;                                                                                  \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, 16, told(v, 3)) + run(v, told(v, 11), told(v, 4)) + run(v, told(v, 1), 1) +      \
           run(v, told(v, 0), told(v, 2)) + run(v, told(v, 16), told(v, 40));                      \
  }                                                                                                \
  }

CASE(up, {
  for (int i = 0; i < n; i += k) {
    t = t * std::sin(s + i) * 0.5 + v[2];
    a[i] *= t * std::cos(s);
    s += a[i] * v[3];
  }
})

CASE(up_to_and_with, {
  for (int i = 1; i <= n - 1; i += k) {
    t = t * 0.9 + a[i] * v[i % 4];
    a[i] = t * t;
  }
})

CASE(down, {
  for (int i = n - 1; i >= 0; i -= k) {
    t = std::sin(t) * v[1] + i;
    a[i] = t * v[2] * a[i];
  }
})

CASE(down_ahead_of_zero, {
  for (int i = n; i > 0; i -= k) {
    a[i - 1] += t * s;
    t = t * 0.7 + a[i - 1] * a[i - 1];
  }
})

CASE(whole_blocks, {
  for (int i = 0; i + k <= n; i += k)
    for (int j = 0; j < k; ++j) {
      t = t * 0.8 + a[i + j] * v[3];
      a[i + j] = t * s;
    }
})

CASE(blocks_with_a_rest, {
  for (int from = 0; from < n; from += k) {
    const int end = std::min(from + k, n);
    double sum = 0;
    for (int j = from; j < end; ++j)
      sum += a[j] * s;
    s = 0.1 * std::cos(sum);
    a[from] = sum;
  }
})

CASE(blocks_of_blocks, {
  for (int i = 0; i < n; i += k)
    for (int j = i; j < std::min(n, i + k); j += 2)
      for (int l = j; l < std::min(j + 2, n); ++l) {
        t = t * a[l] + v[l & 3] * 0.3;
        a[l] = t;
      }
})

CASE(without_signs, {
  for (std::size_t i = 0, step = std::size_t(k); i < a.size(); i += step)
    a[i] = a[i] * t * s + v[i & 3];
  const std::size_t step = k;
  for (std::size_t i = 0; i < a.size(); i += step) {
    s = s * 0.9 + a[i] * a[i];
    a[i] *= t;
  }
  for (unsigned i = 1, by = unsigned(k); i <= unsigned(n) / 2; i += by)
    t = t * a[i] + 0.5;
})

CASE(left_early, {
  for (int i = 0; i < n; i += k) {
    if (s > 3)
      break;
    s += a[i] * std::exp(t * 0.1);
    if (i > 7)
      continue;
    a[i] = s * v[2];
  }
  for (std::size_t i = 0; i < a.size(); i += std::size_t(k)) {
    t *= a[i];
    if (t < 0.05)
      break;
  }
})

CASE(negative_strides_that_are_left, {
  const int back = -k;
  for (int i = n - 1; i < n; i += back) {
    if (i < 0)
      break;
    a[i] *= t + s;
    t = t * 0.9 + a[i];
  }
})

CASE(no_stride_at_all, {
  const int none = n - n;
  int count = 0;
  for (int i = 0; i < n; i += none) {
    if (++count > 5)
      break;
    t = t * 0.9 + a[i] * s;
    a[i] = t;
  }
  for (int i = n; i < n; i += none) // does not run
    s *= 2 * a[i];
})

CASE(from_far_below, {
  const int from = told(v, -2000000000);
  const int stride = 700000000 + k;
  for (int i = from; i < 1400000000; i += stride) {
    t = t * std::sin(s) + i * 1e-9;
    s += t * v[2];
  }
  for (int i = 1400000000; i > from + 700000000; i -= stride) {
    t = t * 0.5 + i * 1e-9 * s;
    s += t * t * 0.01;
  }
})

CASE(from_farthest_below, {
  const long from = LONG_MIN + told(v, 0), stride = (LONG_MAX >> 2) + k;
  for (long i = from; i < LONG_MAX - stride; i += stride) {
    t = t * std::sin(s) + i * 1e-19;
    s += t * v[2];
  }
  for (long i = LONG_MAX - n; i > from + stride; i -= stride) {
    t = t * 0.5 + i * 1e-19 * s;
    s += t * t * 0.01;
  }
})

CASE(changed_in_the_loop, {
  int stride = 1;
  for (int i = 0; i < n; i += stride) {
    t = t * 0.9 + a[i] * s;
    a[i] = t * t;
    stride = 1 + i % k;
  }
  int end = n;
  for (int i = 0; i < end; i += k) {
    s += a[i] * t * 0.1;
    --end;
  }
  int begin = 2;
  for (int i = begin; i < n; i += k) {
    begin = 5;
    t *= a[i] * s;
  }
  for (int i = 0; i < n; i += k) {
    a[i] *= t;
    if (i == 3)
      ++i;
  }
})

CASE(butterflies, {
  (void)k;
  for (int length = 2; length <= n; length <<= 1)
    for (int i = 0; i + length <= n; i += length)
      for (int j = 0; j < length / 2; ++j) {
        const double turned = a[i + j + length / 2] * std::cos(t * j);
        a[i + j + length / 2] = a[i + j] - turned;
        a[i + j] += turned * s;
      }
})

struct Shape {
  int size, stride;
};

CASE(members, {
  const Shape shape{n, k};
  for (int i = 0; i < shape.size; i += shape.stride) {
    t = t * 0.8 + a[i] * v[i & 1];
    a[i] = t * t;
  }
})

// Thrown out of a loop that would not end.
namespace thrown {
double at(const V &a, int i) {
  if (i < 0)
    throw std::out_of_range("below zero");
  return a[i];
}
BOTH double run(const V &v, int from, int by) {
  double s = 1;
  for (int i = from; i < 4; i += by)
    s *= at(v, i) * s + 0.5;
  return s;
}
BOTH double f(const V &v) { return run(v, 0, told(v, 2)); }
} // namespace thrown

// Tiles of matrices that the caller gives, apart and overlapping.
namespace tiles {
BOTH double product(const double *a, const double *b, double *c, int n, int tile) {
  for (int ii = 0; ii < n; ii += tile)
    for (int jj = 0; jj < n; jj += tile)
      for (int kk = 0; kk < n; kk += tile)
        for (int i = ii; i < std::min(ii + tile, n); ++i)
          for (int j = jj; j < std::min(jj + tile, n); ++j) {
            double s = c[i * n + j];
            for (int k = kk; k < std::min(kk + tile, n); ++k)
              s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = std::sin(s);
          }
  double t = 0;
  for (int i = 0; i < n * n; ++i)
    t += c[i] * c[i] * i;
  return t;
}
BOTH double apart(const V &v) {
  V a(16), b(16), c(16);
  for (int i = 0; i < 16; ++i) {
    a[i] = v[i % 4] * 0.1 * i;
    b[i] = v[(i + 1) % 4] - 0.2 * i;
    c[i] = v[2] * i;
  }
  return product(a.data(), b.data(), c.data(), told(v, 4), told(v, 3));
}
/// c is the second half of a, and b begins in c.
BOTH double overlapping(const V &v) {
  V a(40);
  for (int i = 0; i < 40; ++i)
    a[i] = v[i % 4] * (0.1 + 0.02 * i);
  return product(a.data(), a.data() + 12, a.data() + 8, told(v, 4), told(v, 2)) + a[30];
}
BOTH double f(const V &v) { return apart(v) + overlapping(v); }
} // namespace tiles

// The largest of each block.
namespace pooled {
BOTH void pool(const double *x, double *y, int rows, int columns, int k) {
  for (int r = 0; r + k <= rows; r += k)
    for (int c = 0; c + k <= columns; c += k) {
      double best = x[r * columns + c];
      for (int i = 0; i < k; ++i)
        for (int j = 0; j < k; ++j)
          best = std::max(best, x[(r + i) * columns + c + j]);
      y[r / k * (columns / k) + c / k] = best;
    }
}
BOTH double f(const V &v) {
  V x(35), y(6);
  for (int i = 0; i < 35; ++i)
    x[i] = std::sin(v[i % 4] * (1 + i));
  pool(x.data(), y.data(), told(v, 5), told(v, 7), told(v, 2));
  double s = 0;
  for (double e : y)
    s += e * e * e;
  return s;
}
} // namespace pooled

int main() {
  CHECK_CASE_TWICE(up);
  CHECK_CASE_TWICE(up_to_and_with);
  CHECK_CASE_TWICE(down);
  CHECK_CASE_TWICE(down_ahead_of_zero);
  CHECK_CASE_TWICE(whole_blocks);
  CHECK_CASE_TWICE(blocks_with_a_rest);
  CHECK_CASE_TWICE(blocks_of_blocks);
  CHECK_CASE_TWICE(without_signs);
  CHECK_CASE_TWICE(left_early);
  CHECK_CASE_TWICE(negative_strides_that_are_left);
  CHECK_CASE_TWICE(no_stride_at_all);
  CHECK_CASE_TWICE(from_far_below);
  CHECK_CASE_TWICE(from_farthest_below);
  CHECK_CASE_TWICE(changed_in_the_loop);
  CHECK_CASE_TWICE(butterflies);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(thrown);
  CHECK_CASE_TWICE(tiles);
  CHECK_CASE_TWICE(pooled);
  V v = {0.5, -0.25, 1.5, 0.75}, v_bar(4);
  bool thrown_out = false;
  try {
    thrown::run_reverse(v, v_bar, 2, -1);
  } catch (const std::exception &) { // there, or where room for all numbers is wanted
    thrown_out = true;
  }
  expect_true("something was thrown", thrown_out);
  return finish();
}
