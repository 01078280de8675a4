// Matrices that are overwritten step by step: an iteration that is run again records the loops that
// go through them, and makes snapshots in others.
#include "checkpointed.h"
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

BOTH double pivots(const double *x, int n, int) { // rows change places
  std::vector<double> a(n * n);
  std::vector<int> row(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = x[(i + j) % n] * std::cos(3 * i + j) + (i == (j + 2) % n) * 2 * x[i];
  std::iota(row.begin(), row.end(), 0);
  double value = 1;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[row[i] * n + k]) > std::abs(a[row[best] * n + k]))
        best = i;
    std::swap(row[k], row[best]);
    for (int i = k + 1; i < n; ++i) {
      double &l = a[row[i] * n + k];
      l /= a[row[k] * n + k];
      for (int j = k + 1; j < n; ++j)
        a[row[i] * n + j] -= l * a[row[k] * n + j];
    }
    value *= a[row[k] * n + k];
  }
  return value;
}

BOTH double triangle(const double *x, int n, int) { // Cholesky, rows by rows
  std::vector<std::vector<double>> l(n, std::vector<double>(n));
  double value = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double r = x[i] - x[j];
      double k = std::exp(-0.5 * r * r) + (i == j);
      for (int m = 0; m < j; ++m)
        k -= l[i][m] * l[j][m];
      l[i][j] = i == j ? std::sqrt(k) : k / l[j][j];
    }
    value += l[i][0] * l[i][i];
  }
  return value;
}

BOTH double rotations(const double *x, int n, int sweeps) { // no element for each of three counters
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = x[i] * x[j] + (i == j) * i;
  for (int s = 0; s < sweeps; ++s)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        const double t = 0.5 * std::atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p] + 3);
        const double c = std::cos(t), d = std::sin(t);
        for (int k = 0; k < n; ++k) {
          const double u = a[k * n + p], v = a[k * n + q];
          a[k * n + p] = c * u - d * v;
          a[k * n + q] = d * u + c * v;
        }
        for (int k = 0; k < n; ++k) {
          const double u = a[p * n + k], v = a[q * n + k];
          a[p * n + k] = c * u - d * v;
          a[q * n + k] = d * u + c * v;
        }
      }
  double value = 0;
  for (int i = 0; i < n; ++i)
    value += std::exp(0.1 * a[i * n + i]);
  return value;
}

static void relax(double *u, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      u[i * n + j] =
          0.25 * (u[(i - 1) * n + j] + u[i * n + j - 1] * u[i * n + j] + u[(i + 1) * n + j]);
}
BOTH double in_calls(const double *x, int n, int steps) {
  std::vector<double> u(n * n);
  for (int i = 0; i < n * n; ++i)
    u[i] = x[i % n] + 0.1 * (i / n);
  double value = 0;
  for (int s = 0; s < steps; ++s) {
    relax(u.data(), n);
    if (s % 2)
      relax(u.data(), n);
    for (int i = 0; i < n; ++i) // in a branch, loops of loops
      if (u[i * n] > 0.55)
        for (int j = 0; j < n; ++j) {
          for (int k = 0; k < j; ++k)
            u[i * n + j] += 0.01 * u[i * n + k] * u[i * n + j];
          value += u[i * n + j];
        }
  }
  return value;
}

int main() {
  with_snapshots({1, 2, 3, 100}, [] {
    CHECK_ARRAY_STEPS(pivots, 1);
    CHECK_ARRAY_STEPS(triangle, 1);
    CHECK_ARRAY_STEPS(rotations, 3);
    CHECK_ARRAY_STEPS(in_calls, 4);
  });
  return finish();
}
