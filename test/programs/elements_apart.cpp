// Elements of one array that bounds tell apart, and others that they do not: sums of their own for
// the first alone.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

// Cholesky in place, a column at a time.
BOTH double columns(const V &w) {
  V a = w;
  const int n = int(w.size()) / 4;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    const double s = std::sqrt(a[j * n + j]);
    for (int i = j; i < n; ++i)
      a[i * n + j] /= s;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i * n + i] + 0.3 * a[i * n];
  return sum;
}

// As above, but for `k <= j`: the element is read by the loop that adds to it.
BOTH double touching(const V &w) {
  V a = w;
  const int n = int(w.size()) / 4;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k <= j; ++k)
      for (int i = j; i < n; ++i)
        a[i * n + j] += 0.1 * a[i * n + k] * a[j * n + k];
  return a[n * n - 1] + a[n];
}

// Rows that are longer than the step from one to the next: `i * 2 + j` with `j` up to 3.
BOTH double overlapping(const V &w) {
  V a = w;
  const int n = int(w.size()) / 3;
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        a[i * 2 + j] += 0.1 * a[i * 2 + k] * a[j * 2 + k];
  return a[7] + a[9] + a[4];
}

// A step from row to row that is not known to be positive.
BOTH double strides(const V &w, int n, int step) {
  V a = w;
  double *m = &a[6];
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        m[i * step + j] += 0.1 * m[i * step + k] * m[j * step + k];
  return m[0] + m[1] + m[2] + m[-1] + m[-2];
}
BOTH double both_ways(const V &w) {
  return strides(w, 3, -1) + strides(w, 3, 2) + strides(w, 3, 0) + strides(w, 3, 1);
}

// The end of an inner loop moves in the loop around it.
BOTH double moving(const V &w) {
  V a = w;
  const int n = int(w.size()) / 4;
  int end = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < end; ++k)
      for (int i = j; i < n; ++i)
        a[i * n + j] += 0.1 * a[i * n + k] * a[j * n + k];
    end += j % 2 ? 2 : 0;
  }
  return a[n * n - 1] + a[1];
}

// Unsigned numbers that pass zero.
BOTH double wrapping(const V &w) {
  V a = w;
  const int n = int(w.size()) / 4;
  const std::size_t off = std::size_t(-1), m = std::size_t(n);
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t i = j + 1; i < m; ++i)
      a[j] += 0.1 * a[i + off] * a[i];
  return a[0] + a[1] * a[2];
}

#define CHECK_HERE(f)                                                                              \
  CHECK_VECTOR(f, {4.1, 0.3, 0.2, 0.4, 0.5, 3.9, 0.6, 0.1, 0.7, 0.2, 4.4, 0.3, 0.1, 0.8, 0.9, 5.1})

int main() {
  CHECK_HERE(columns);
  CHECK_HERE(touching);
  CHECK_HERE(overlapping);
  CHECK_HERE(both_ways);
  CHECK_HERE(moving);
  CHECK_HERE(wrapping);
  return finish();
}
