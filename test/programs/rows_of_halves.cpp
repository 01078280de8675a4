// Functions that are called in two halves, and record what nested loops of known and unknown
// lengths compute: numbers of several types, whole numbers, flags and records.
#include "told.h"
#include <array>
#include <cmath>

struct Pair {
  double a;
  long double b;
};

// Not written out: it calls itself. d: of three bodies, x: of two numbers each.
static double pull(const double *x, const double *m, double *d, int depth) {
  for (int i = 0; i < 3; ++i) {
    d[2 * i] = d[2 * i + 1] = 0;
    for (int j = 0; j < 3; ++j)
      if (j != i) {
        double dx = x[2 * j] - x[2 * i], dy = x[2 * j + 1] - x[2 * i + 1];
        double r = dx * dx + dy * dy + 0.1;
        double w = m[j] / (r * std::sqrt(r));
        d[2 * i] += w * dx;
        d[2 * i + 1] += w * dy;
      }
  }
  if (depth > 0) {
    double e[6], y[6];
    for (int i = 0; i < 6; ++i)
      y[i] = x[i] + 0.1 * d[i];
    return pull(y, m, e, depth - 1) + e[0] * d[1];
  }
  return d[0] * x[1];
}

// Not written out: it is called often.
static double many(const double *x, int rows, int &count) {
  double s = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) {
        Pair p{x[j] * x[k], 2.0L};
        p.b = p.a * s + 0.1L;
        p.a = std::sin(p.a * x[i & 3]);
        const bool less = p.a < p.b;
        const int at = less ? j : 3 - j;
        long double w = std::exp(-0.1L * p.a);
        w *= w;
        s += less ? double(w * p.a) : double(p.b * x[at]);
        s *= 0.5;
        count += less;
      }
  }
  return s;
}

namespace bodies {
BOTH double f(const V &v) {
  double x[6], m[3] = {v[0], v[1], v[2]}, d[6], s = 0;
  for (int i = 0; i < 6; ++i)
    x[i] = v[i & 3] * (i + 1);
  for (int t = 0; t < told(v, 4); ++t) {
    s += pull(x, m, d, t & 1);
    for (int i = 0; i < 6; ++i)
      x[i] += 0.05 * d[i];
  }
  return s + x[0] * x[5];
}
} // namespace bodies

namespace types {
BOTH double f(const V &v) {
  double s = 0;
  int count = 0;
  for (int t = 0; t < told(v, 3); ++t)
    s += many(v.data(), told(v, t), count) * v[t] + many(v.data(), told(v, 1), count) * s +
         many(v.data(), told(v, t + 1), count) * v[0] - many(v.data(), told(v, 2), count);
  return s + 0.001 * count;
}
} // namespace types

namespace in_a_branch {
static double choose(const double *x, int n) {
  double s = x[0];
  if (s > 1)
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 3; ++j) {
        s = std::sin(s) * x[j] + 1;
        s *= x[i & 3];
      }
    }
  for (int i = 0; i < 2; ++i)
    for (int j = i; j < 3; ++j)
      s = std::cos(s) * x[j];
  return s;
}
BOTH double f(const V &v) {
  double s = 0;
  for (int t = 0; t < told(v, 4); ++t)
    s += choose(v.data(), told(v, t)) * v[t] + choose(v.data(), told(v, 2)) * s -
         choose(v.data(), told(v, 3)) + choose(v.data(), told(v, t + 1)) * v[1] * s;
  return s;
}
} // namespace in_a_branch

int main() {
  CHECK_CASE_TWICE(bodies);
  CHECK_CASE_TWICE(in_a_branch);
  CHECK_CASE_TWICE(types);
  return finish();
}
