// Parts of arrays that a loop reads in each of its iterations, while it changes the rest, and that
// are overwritten later: copied before the loop.
#include "vectors.h"
#include <cmath>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

static std::vector<V> square(const V &w, int n) {
  std::vector<V> a(n, V(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = std::sin(w[(3 * i + j) % w.size()] * (1 + i)) + (i == n - 1 - j ? 2 : 0);
  return a;
}

// Elimination with pivots, by rows of vectors.
BOTH double rows(const V &w) {
  std::vector<V> a = square(w, 4);
  V b = w;
  const int n = 4;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[p][k]))
        p = i;
    std::swap(a[k], a[p]);
    std::swap(b[k], b[p]);
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::log(std::fabs(a[i][i])) + b[i] * a[i][n - 1];
  return sum;
}

// In one vector, and all rows but one: Gauss-Jordan.
BOTH double jordan(const V &w) {
  const int n = int(w.size());
  V a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = std::cos(w[(i + 2 * j) % n] * (1 + j)) + (i == j ? 3 : 0);
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[(n - 1 - k) * n + j]);
    const double p = a[k * n + k];
    for (int j = 0; j < n; ++j)
      a[k * n + j] /= p;
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double f = a[i * n + k];
        for (int j = 0; j < n; ++j)
          a[i * n + j] -= f * a[k * n + j];
      }
  }
  return a[1] + a[n] * a[n + 2];
}

// Columns, and a step of two.
BOTH double columns(const V &w) {
  double a[5][6];
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j)
      a[i][j] = w[(i + j) % w.size()] * (1 + 0.1 * i * j);
  for (int k = 0; k < 4; ++k) {
    for (int j = k + 1; j < 6; ++j)
      for (int i = 4; i >= 0; i -= 2)
        a[i][j] += 0.1 * a[i][k] * a[i][k] * a[(i + 1) % 5][j];
    for (int i = 0; i < 5; ++i)
      a[i][k] = w[k] * a[i][5 - k];
  }
  return a[0][0] + a[2][3] * a[4][1];
}

// The loops over the part do not run, or not at all times; and where they would begin there is
// nothing.
BOTH double bare(const V &w, int n, int from) {
  V a = w;
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = k; i < n; ++i)
      for (int j = from; j < int(a.size()); ++j)
        sum += a[j] * a[j] * w[i];
    a.resize(3 - k);
    for (std::size_t j = 0; j < a.size(); ++j)
      a[j] = sum * w[j];
  }
  return sum;
}
BOTH double seldom(const V &w) {
  return bare(w, 0, 0) + bare(w, 2, 1) + bare(w, 3, 2) + bare(w, -1, 9) + bare(w, 1, 7);
}

// The loop itself writes to the row, by another name or in some iterations.
BOTH double spoiled(const V &w) {
  std::vector<V> a = square(w, 4);
  for (int k = 0; k < 3; ++k) {
    for (int i = k; i < 4; ++i) // the row itself first
      for (int j = k; j < 4; ++j)
        a[i][j] -= 0.3 * a[k][j] * w[i];
    std::swap(a[k], a[k + 1]);
  }
  return a[0][0] * a[1][1] + a[2][3] * a[3][2];
}
BOTH double by_pointer(const V &w) {
  V a(16);
  for (int i = 0; i < 16; ++i)
    a[i] = w[i % w.size()] + 0.1 * i;
  for (int k = 0; k < 3; ++k) {
    double *row = &a[4 * k], *other = &a[4 * (k % 2)];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j)
        other[j] += 0.1 * row[j] * row[(j + 1) % 4] * w[i];
    row[1] *= w[k];
  }
  return a[0] * a[5] + a[1] * a[9];
}

// The row changes its place while the loop runs.
BOTH double exchanged(const V &w) {
  std::vector<V> a = square(w, 4);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j)
        sum += a[k][j] * a[k][j] * w[i];
      std::swap(a[k], a[i]);
    }
    a[k][k] = sum * w[k];
  }
  return sum;
}

int main() {
  CHECK_VECTOR(rows, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(jordan, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(columns, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(seldom, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(spoiled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(by_pointer, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(exchanged, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
