// Relaxations in place over rows of a matrix: what the next element of a row needs is carried
// along, while the rows above and below are in memory; they are others only if rows are as long as
// the loops need.
#include "totals.h"
#include <cmath>
#include <cstddef>
#define AD_MODES [[ad::differentiate(forward, reverse)]]

static V filled(const V &x, int n) {
  V a(n);
  for (int i = 0; i < n; ++i)
    a[i] = x[i % static_cast<int>(x.size())] * (1 + i % 3);
  return a;
}

AD_MODES double nine_points(const V &x) {
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i <= n - 2; ++i)
      for (int j = 1; j <= n - 2; ++j)
        a[i * n + j] = (a[(i - 1) * n + j - 1] + a[(i - 1) * n + j] + a[(i - 1) * n + j + 1] +
                        a[i * n + j - 1] + a[i * n + j] + a[i * n + j + 1] +
                        a[(i + 1) * n + j - 1] + a[(i + 1) * n + j] + a[(i + 1) * n + j + 1]) /
                       9.0;
  return total(a);
}

AD_MODES double five_points(const V &x) {
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] += 0.3 * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] +
                               a[(i + 1) * n + j] - 4 * a[i * n + j]);
  return total(a);
}

AD_MODES double with_coefficients(const V &x) { // that carry derivatives
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n), c = filled(x, n);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * n + j] = c[j] * a[i * n + j - 1] + x[0] * a[(i - 1) * n + j];
  return total(a);
}

AD_MODES double short_rows(const V &x) { // the next row begins in this one
  const int n = static_cast<int>(x.size()), row = n / 2;
  V a = filled(x, n * n);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * row + j] =
          0.5 * (a[i * row + j - 1] + a[i * row + j] + a[(i + 1) * row + j] - a[(i - 1) * row + j]);
  return total(a);
}

AD_MODES double one_too_far(const V &x) { // (i, n) is (i + 1, 0)
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n + 2);
  for (int i = 0; i < n - 1; ++i)
    for (int j = 1; j < n; ++j)
      a[i * n + j] =
          0.5 * (a[i * n + j - 1] + a[i * n + j + 1]) + 0.25 * a[(i + 1) * n + j - 1] * x[1];
  return total(a);
}

AD_MODES double wide_rows(const V &x) {
  const int n = static_cast<int>(x.size()), row = n + 2;
  V a = filled(x, n * row);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * row + j] = 0.5 * (a[i * row + j - 1] - a[(i + 1) * row + j] + a[(i - 1) * row + j + 1]);
  return total(a);
}

AD_MODES double backwards(const V &x) {
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int i = n - 2; i > 0; --i)
    for (int j = n - 2; j > 0; --j)
      a[i * n + j] = 0.4 * (a[i * n + j + 1] + a[(i + 1) * n + j - 1] + a[(i - 1) * n + j]);
  return total(a);
}

AD_MODES double along_a_triangle(const V &x) {
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < i; ++j)
      a[i * n + j] = 0.4 * a[i * n + j - 1] + 0.3 * a[(i - 1) * n + j] + x[2] * a[j * n + i];
  return total(a);
}

AD_MODES double columns(const V &x) { // the row changes with the counter
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i)
      a[i * n + j] = 0.4 * a[(i - 1) * n + j] + 0.3 * a[i * n + j - 1] + 0.1 * a[i * n + j + 1];
  return total(a);
}

AD_MODES double row_above_is_this(const V &x) { // a row of its own, by a number
  const int n = static_cast<int>(x.size());
  V a = filled(x, n * n);
  for (int k = 0; k < 2; ++k)
    for (int i = 1; i < n - 1; ++i) {
      const int above = k == 0 ? i - 1 : i;
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] = 0.4 * a[i * n + j - 1] + 0.3 * a[above * n + j] + 0.1 * a[i * n + j + 1];
    }
  return total(a);
}

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(nine_points, __VA_ARGS__);                                                          \
  CHECK_VECTOR(five_points, __VA_ARGS__);                                                          \
  CHECK_VECTOR(with_coefficients, __VA_ARGS__);                                                    \
  CHECK_VECTOR(short_rows, __VA_ARGS__);                                                           \
  CHECK_VECTOR(one_too_far, __VA_ARGS__);                                                          \
  CHECK_VECTOR(wide_rows, __VA_ARGS__);                                                            \
  CHECK_VECTOR(backwards, __VA_ARGS__);                                                            \
  CHECK_VECTOR(along_a_triangle, __VA_ARGS__);                                                     \
  CHECK_VECTOR(columns, __VA_ARGS__);                                                              \
  CHECK_VECTOR(row_above_is_this, __VA_ARGS__)

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({0.35, -0.45, 0.75, -0.4});
  CHECK_ALL({0.35, -0.45, 0.75});
  return finish();
}
