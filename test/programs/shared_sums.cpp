// Sums of the same products in loops, and the last iteration that took a branch.
#include "vectors.h"
#include <algorithm>
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace attention {
BOTH double f(const V &v) {
  const int n = 2, d = 2;
  V p(n), out(d);
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double m = -1e30;
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < d; ++k)
        s += v[i * d + k] * v[j * d + k];
      p[j] = 0.7 * s;
      m = std::max(m, p[j]);
    }
    double z = 0;
    for (int j = 0; j < n; ++j) {
      p[j] = std::exp(p[j] - m);
      z += p[j];
    }
    for (int k = 0; k < d; ++k)
      out[k] = 0;
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < d; ++k)
        out[k] += p[j] / z * v[j * d + k];
    for (int k = 0; k < d; ++k)
      loss += out[k] * out[k];
  }
  return loss;
}
} // namespace attention

// The number that the iterations hand on goes on behind the loop, and begins with an input.
namespace largest {
BOTH double f(const V &v) {
  const int n = int(v.size());
  V y(n), w(n);
  double total = 0;
  for (int r = 0; r < 3; ++r) {
    double m = r == 1 ? 3 * v[3] : v[r] * v[1];
    for (int i = 0; i < n; ++i) {
      double t = v[i];
      for (int k = 0; k < n; ++k)
        t += 0.1 * (r + 1) * v[k] * v[i];
      y[i] = t;
      if (t > m)
        m = t;
    }
    for (int i = 0; i < n; ++i)
      w[i] = (y[i] - m) * (y[i] - m) + m;
    for (int i = 0; i < n; ++i)
      total += w[i] * v[i];
  }
  return total;
}
} // namespace largest

// Two numbers, one of which goes by the other; the branch asks for what it hands on.
namespace both {
BOTH double f(const V &v) {
  const int n = int(v.size());
  double m = -5, least = 100, s = 0;
  V y(n);
  for (int i = 0; i < n; ++i) {
    y[i] = v[i] * v[(i + 1) % n];
    if (y[i] > m)
      m = y[i];
    if (y[i] < least)
      least = 0.5 * (y[i] + least);
    s += m * v[i];
  }
  double other = -1;
  for (int i = 0; i < n; ++i) {
    const double t = std::sin(y[i]);
    if (t > other)
      other = t + 0.25 * other;
    y[i] = t * t;
  }
  for (int i = 0; i < n; ++i)
    s += y[i] * other;
  return s + m * least;
}
} // namespace both

// Nothing to sum up, by factors that are infinite.
namespace none {
static double part(const double *x, int n, double by) {
  double s = 0, e = by;
  for (int i = 0; i < n; ++i)
    s += x[i] / by * x[i + 1];
  for (int i = 0; i < n; ++i)
    e += s * by * by * x[i];
  return e;
}
BOTH double f(const V &v) {
  return part(v.data(), 0, v[0] - v[0]) + part(v.data(), 3, v[1]) + part(v.data(), -2, v[2] - v[2]);
}
} // namespace none

// A matrix that a function returns is the one that is declared.
namespace returned {
using Matrix = std::vector<V>;
static Matrix outer(const V &a, int rows) {
  Matrix m(rows, V(a.size()));
  for (int i = 0; i < rows; ++i)
    for (size_t j = 0; j < a.size(); ++j)
      m[i][j] = a[j] * (i + 1) + a[0];
  return m;
}
static Matrix ragged(const V &a) {
  Matrix m;
  for (size_t i = 0; i < a.size(); ++i) {
    m.push_back(V(i + 1, a[i]));
    m[i].push_back(2 * a[0]);
  }
  m[1].pop_back();
  return m;
}
static Matrix twice(Matrix m) {
  for (V &row : m)
    for (double &x : row)
      x *= x;
  return m;
}
BOTH double f(const V &v) {
  Matrix a = outer(v, 3), r = ragged(v), kept = r, b = twice(a);
  r[2][0] = 5;
  kept.resize(3);
  double s = 0;
  for (const V &row : a)
    for (double x : row)
      s += std::sin(x);
  for (const V &row : r)
    for (double x : row)
      s += x * x;
  for (const V &row : kept)
    for (double x : row)
      s += x * v[1];
  for (int i = 0; i < 2; ++i) {
    Matrix c = outer(v, i + 1);
    Matrix e = c;
    e[0][0] *= 2;
    Matrix g = e;
    for (const V &row : g)
      for (double x : row)
        s += x * x + b[1][1];
  }
  return s;
}
} // namespace returned

namespace twice { // two statements add to one sum
BOTH double f(const V &v) {
  V r = v;
  double t = 0.3, sum = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j)
      t = r[0] / (2.5 + std::sin(v[1])) / (1.5 + std::fabs(r[0] / (2.5 + std::sin(v[1]))));
    r[r.size() - 1] += 0.3 * std::sin(t);
    sum += r[r.size() - 1] * r[0];
  }
  return sum;
}
} // namespace twice

int main() {
  CHECK_CASE_TWICE(attention);
  CHECK_CASE_TWICE(largest);
  CHECK_CASE_TWICE(both);
  CHECK_CASE_TWICE(none);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(twice);
  return finish();
}
