// Loops over one triangle of a matrix that write to the other, too: elements (i, j) and (j, i) are
// never the same there, unless the rows are shorter than the loops are long.
#include "totals.h"
#include <cmath>
#include <cstddef>
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double covariance(const V &x) {
  const int n = 3, m = static_cast<int>(x.size());
  V d(n * m), c(m * m);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < m; ++i)
      d[k * m + i] = x[i] * x[(i + k) % m];
  for (int i = 0; i < m - 1; i++) {
    c[i * m + i] = 1.0;
    for (int j = i + 1; j < m; j++) {
      c[i * m + j] = 0.0;
      for (int k = 0; k < n; k++)
        c[i * m + j] += d[k * m + i] * d[k * m + j];
      c[j * m + i] = c[i * m + j];
    }
  }
  c[m * m - 1] = 1.0;
  return total(c);
}

AD_MODES double with_diagonal(const V &x) { // (i, i) is both
  const int m = static_cast<int>(x.size());
  V c(m * m);
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      c[i * m + j] = x[i] * x[j];
      for (int k = 0; k < m; ++k)
        c[i * m + j] += x[k] * x[i] * x[j];
      c[j * m + i] = 2 * c[i * m + j];
    }
  return total(c);
}

AD_MODES double short_rows(const V &x) { // (i, j + 1) is (i + 1, j)
  const int m = static_cast<int>(x.size()), row = m > 3 ? 1 : 2;
  V c(m * m);
  for (int i = 0; i < m - 1; ++i)
    for (int j = i + 1; j < m; ++j) {
      c[i * row + j] = c[j * row + i] * x[i] + x[j];
      for (int k = 0; k < m; ++k)
        c[i * row + j] += x[k] * x[i] * x[j];
      c[j * row + i] = c[i * row + j] * x[j];
    }
  return total(c);
}

AD_MODES double no_rows(const V &x) { // all rows are one
  const int m = static_cast<int>(x.size()), row = m / 10;
  V c(m * m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < i; ++j) {
      c[j * row + i] = c[i * row + j] * x[i] + x[j] * c[j * row + i];
      c[i * row + j] = std::sin(c[j * row + i]) * x[j];
    }
  return total(c);
}

AD_MODES double below(const V &x) {
  const int m = static_cast<int>(x.size());
  V c(m * m);
  for (int i = 0; i < m * m; ++i)
    c[i] = x[i % m] / (1 + i);
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < i; ++j) {
      const double was = c[i * m + j];
      c[i * m + j] = c[j * m + i] * was;
      c[j * m + i] = was * x[j];
      for (int k = 0; k < m; ++k)
        c[j * m + i] += x[k] * c[i * m + j] * x[(k + i) % m];
    }
  return total(c);
}

AD_MODES double downwards(const V &x) {
  const int m = static_cast<int>(x.size());
  V c(m * m, x[0]);
  for (int i = m - 1; i >= 0; --i)
    for (int j = m - 1; j > i; --j) {
      c[j * m + i] = c[i * m + j] * x[j] + x[i];
      c[i * m + j] = c[j * m + i] * c[j * m + i];
    }
  return total(c);
}

AD_MODES double neighbours(const V &x) { // iterations do meet
  const int m = static_cast<int>(x.size());
  V c(m * m, x[1]);
  for (int i = 0; i + 1 < m; ++i)
    for (int j = i + 1; j < m; ++j) {
      c[j * m + i] = c[(j - 1) * m + i] * x[j] + c[i * m + j - 1];
      c[i * m + j] = c[j * m + i] * x[i];
    }
  return total(c);
}

AD_MODES double unsigned_counters(const V &x) {
  const std::size_t m = x.size();
  V c(m * m, 0.5);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j) {
      double s = 0;
      for (std::size_t k = 0; k < m; ++k)
        s += c[k * m + i] * c[k * m + j] * x[k];
      c[i * m + j] = s;
      c[j * m + i] = s * x[j];
    }
  return total(c);
}

AD_MODES double shifted(const V &x) { // (i, j) and (j - 1, i + 1) do meet
  const int m = static_cast<int>(x.size());
  V c(m * m, x[2]);
  for (int i = 0; i + 1 < m; ++i)
    for (int j = i + 1; j < m; ++j) {
      c[i * m + j] = c[(j - 1) * m + i + 1] * x[j] + x[i];
      c[(j - 1) * m + i + 1] = c[i * m + j] * x[i];
    }
  return total(c);
}

AD_MODES double scaled_columns(const V &x) { // what comes ahead of the inner loop stays there
  const int m = static_cast<int>(x.size()), n = 3;
  V d(n * m), mean(m);
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < m; ++j)
      d[k * m + j] = x[j] * (1 + k) + x[k];
  for (int j = 0; j < m; ++j) {
    mean[j] = 0;
    for (int k = 0; k < n; ++k)
      mean[j] += d[k * m + j] * d[k * m + j];
    mean[j] /= n;
    mean[j] = std::sqrt(mean[j] + 1);
  }
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < m; ++j)
      d[k * m + j] -= mean[j] * x[j];
  return total(d) + total(mean);
}

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(covariance, __VA_ARGS__);                                                           \
  CHECK_VECTOR(with_diagonal, __VA_ARGS__);                                                        \
  CHECK_VECTOR(short_rows, __VA_ARGS__);                                                           \
  CHECK_VECTOR(no_rows, __VA_ARGS__);                                                              \
  CHECK_VECTOR(below, __VA_ARGS__);                                                                \
  CHECK_VECTOR(downwards, __VA_ARGS__);                                                            \
  CHECK_VECTOR(neighbours, __VA_ARGS__);                                                           \
  CHECK_VECTOR(unsigned_counters, __VA_ARGS__);                                                    \
  CHECK_VECTOR(shifted, __VA_ARGS__);                                                              \
  CHECK_VECTOR(scaled_columns, __VA_ARGS__)

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({0.35, -0.45, 0.75});
  return finish();
}
