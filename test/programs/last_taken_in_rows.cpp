// Which iteration took a branch last, kept for each iteration of the loops around.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace chain {
BOTH double f(const V &v) {
  const int K = 4;
  V a(v), b(K), p(K);
  for (int t = 1; t < 5; ++t) {
    for (int j = 0; j < K; ++j) {
      double m = -1e300;
      for (int i = 0; i < K; ++i) {
        p[i] = a[i] * a[j] + 0.3 * v[(i * j + t) % K];
        if (p[i] > m)
          m = p[i];
      }
      double s = 0;
      for (int i = 0; i < K; ++i)
        s += std::exp(p[i] - m);
      b[j] = m + std::log(s) * v[j];
    }
    for (int j = 0; j < K; ++j)
      a[j] = 0.3 * b[j];
  }
  return a[0] + a[1] * a[2] - a[3];
}
} // namespace chain

namespace plain {
BOTH double f(const V &v) {
  V a(v);
  double sum = 0;
  for (int t = 0; t < 4; ++t) {
    double m = a[0], least = 1e9;
    for (int i = 1; i < 4; ++i)
      if (a[i] > m)
        m = a[i];
    for (int i = 0; i < 4; ++i)
      if (a[i] < least)
        least = a[i];
    a[t] = 0.5 * std::sin(m) * least + 0.2 * t;
    sum += m * least;
  }
  return sum + a[1];
}
} // namespace plain

namespace never_taken {
BOTH double f(const V &v) {
  V a(v);
  double sum = 0;
  for (int t = 0; t < 4; ++t) {
    double m = 1.5 * a[t];
    for (int i = 0; i < 4; ++i) {
      const double s = a[i] * v[t];
      if (s > m && i != t)
        m = s;
      sum += s;
    }
    a[t] = std::tanh(m);
  }
  return sum * a[0];
}
} // namespace never_taken

namespace bounds_that_vary {
BOTH double f(const V &v) {
  V a(v), p(8);
  double sum = 1;
  for (int t = 1; t < 4; ++t)
    for (int j = 0; j < t; ++j) {
      double m = 0;
      for (int i = j; i < t + 1; ++i) {
        p[i] = a[i] * v[j] + sum;
        if (p[i] > m)
          m = p[i];
      }
      sum += 0.1 * std::sin(m * p[j]);
      a[j] *= std::cos(sum);
    }
  return sum * a[2];
}
} // namespace bounds_that_vary

namespace scaled {
BOTH double f(const V &v) {
  V a(v);
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    double m = -10;
    for (int i = 0; i < 4; ++i) {
      a[i] += 0.25 * a[(i + 1) % 4] * a[i];
      if (2 * a[i] > m)
        m = 2 * a[i];
    }
    for (int i = 0; i < 4; ++i)
      a[i] /= m;
    sum += m;
  }
  return sum * a[3];
}
} // namespace scaled

namespace by_position {
BOTH double f(const V &v) {
  double grid[4][4], sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      grid[i][j] = std::sin(v[i] * v[j] + i - j);
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < 4; ++i) {
      double m = grid[i][0];
      for (int j = 1; j < 4; ++j)
        if (grid[i][j] > m)
          m = grid[i][j];
      for (int j = 0; j < 4; ++j)
        grid[i][j] = grid[i][j] * (grid[i][j] - m) + 0.1 * m;
      sum += m;
    }
  return sum + grid[2][1];
}
} // namespace by_position

int main() {
  CHECK_CASE_TWICE(chain);
  CHECK_CASE_TWICE(plain);
  CHECK_CASE_TWICE(never_taken);
  CHECK_CASE_TWICE(bounds_that_vary);
  CHECK_CASE_TWICE(scaled);
  CHECK_CASE_TWICE(by_position);
  return finish();
}
