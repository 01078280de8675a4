// Integers in objects that are known to be what they were set to, and those that change after all.
#include "vectors.h"
#include <cmath>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Matrix {
  int rows, columns;
  V a;
  Matrix(int rows, int columns) : rows(rows), columns(columns), a(rows * columns) {}
  double &operator()(int i, int j) { return a[i * columns + j]; }
  const double &operator()(int i, int j) const { return a[i * columns + j]; }
};

namespace solved {
V solve(Matrix m, V b) {
  const int n = m.rows;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double f = m(i, k) / m(k, k);
      for (int j = k; j < n; ++j)
        m(i, j) -= f * m(k, j);
      b[i] -= f * b[k];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= m(i, j) * b[j];
    b[i] /= m(i, i);
  }
  return b;
}
BOTH double f(const V &v) {
  const int n = 3;
  Matrix m(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m(i, j) = v[(i + j) % 4] + (i == j ? 4 : 0);
  const V x = solve(m, {v[0], v[1] * v[2], v[3]});
  return x[0] * x[1] + x[2];
}
} // namespace solved

namespace by_parameter {
double trace(int n, const V &v) {
  Matrix m(n, n);
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.columns; ++j)
      m(i, j) = v[i % 4] * v[j % 4] * v[j % 4];
  Matrix w = m;
  w.rows = n - 1;
  double s = 0;
  for (int i = 0; i < w.rows; ++i)
    s += w(i, i) * m(m.rows - 1, i);
  n = 1; // what was known is the old one
  for (int i = 0; i < m.rows; ++i)
    s += m(i, n);
  return s;
}
BOTH double f(const V &v) { return trace(4, v); }
} // namespace by_parameter

namespace changes_in_a_branch {
struct Window {
  int first, size;
};
BOTH double f(const V &v) {
  Window w;
  w.first = 0;
  w.size = 2;
  V u(v);
  double s = 0;
  if (v[0] > 1)
    w.size = 3;
  for (int i = 0; i < w.size; ++i)
    u[w.first + i] *= u[(w.first + i + 1) % 4];
  for (int k = 0; k < 2; ++k) {
    s += u[w.first] * u[w.first + 1];
    w.first += 1;
  }
  for (int i = w.first; i < 4; ++i)
    s += u[i] * u[i];
  return s;
}
} // namespace changes_in_a_branch

namespace changed_by_others {
struct Range {
  int from, to;
  void move(int by) { from += by, to += by; }
};
void widen(Range &r) { r.to += 1; }
void reset(Range *r) { *r = Range{0, 2}; }
BOTH double f(const V &v) {
  Range r{0, 1};
  r.from = 1;
  r.to = 2;
  Range copy = r, &same = copy;
  same.to = 4;
  widen(r);
  V u(v);
  for (int i = r.from; i < r.to; ++i)
    u[i] *= u[i - 1] * u[i - 1];
  r.move(1);
  double s = 0;
  for (int i = r.from; i < r.to; ++i)
    s += u[i] * u[i - 1];
  for (int i = copy.from; i < copy.to; ++i)
    s += std::sin(u[i]);
  reset(&r);
  for (int i = r.from; i < r.to; ++i)
    s *= u[i];
  return s;
}
} // namespace changed_by_others

namespace grows_in_loops {
BOTH double f(const V &v) {
  Matrix m(1, 1);
  m(0, 0) = v[0];
  double s = 0;
  for (int n = 1; n < 4; ++n) {
    Matrix w(n + 1, n + 1);
    for (int i = 0; i < m.rows; ++i)
      for (int j = 0; j < m.columns; ++j)
        w(i, j) = m(i, j) * v[n];
    for (int i = 0; i < w.rows; ++i)
      w(i, w.columns - 1) = v[i] * w(0, 0);
    m = w;
    s += m(m.rows - 1, m.columns - 1) * m(0, 0);
  }
  return s;
}
} // namespace grows_in_loops

namespace bit_fields {
// They hold less than what is stored to them.
struct Bits {
  int n : 3, m : 20;
};
BOTH double f(const V &v) {
  Bits b{};
  const int nine = 9;
  b.n = nine; // 1
  b.m = nine;
  double s = v[3];
  for (int i = 0; i < b.n; ++i)
    for (int j = 0; j < b.n; ++j)
      s += v[i + j] * v[b.n] * s;
  return s + b.m * v[0];
}
} // namespace bit_fields

namespace other_names {
struct Range {
  int from, to;
};
BOTH double f(const V &v) {
  Range r;
  r.from = 0;
  r.to = 2;
  const int &end = r.to;
  auto by_reference = [&](double x) {
    for (int i = r.from; i < r.to; ++i)
      x += v[i] * x;
    return x;
  };
  double s = by_reference(v[3]);
  for (int i = 0; i < end; ++i)
    s *= v[i];
  r.to = 4;
  auto by_value = [r](double x) { return x * r.to; };
  for (int i = 0; i < end; ++i)
    s += s * v[i] * v[i];
  s *= by_reference(v[2]);
  r.to = 1;
  return s + by_value(v[0]) * by_reference(v[1]);
}
} // namespace other_names

namespace counted_up {
struct Range {
  int from, to;
};
void bump(Range &r) { ++r.to; }
int end_of(const Range &r) { return r.to; }
BOTH double f(const V &v) {
  Range r;
  r.from = 1;
  r.to = 2;
  Range other = r;
  bump(other);
  Range copy = other;
  copy.from = 0;
  double s = 0;
  for (int i = copy.from; i < copy.to; ++i)
    s += v[i] * v[i];
  for (int i = r.from; i < r.to; ++i)
    s *= v[i];
  std::swap(r, copy);
  for (int i = r.from; i < r.to; ++i)
    s += v[i] * s;
  std::swap(copy.from, copy.to);
  r.to = 1;
  do {
    r.to++;
    s += v[r.to - 1] * s;
  } while (r.to < 4);
  return s * end_of(r) + other.to * v[0] + (copy.from - copy.to) * v[1] * v[2];
}
} // namespace counted_up

int main() {
  CHECK_CASE_TWICE(solved);
  CHECK_CASE_TWICE(by_parameter);
  CHECK_CASE_TWICE(changes_in_a_branch);
  CHECK_CASE_TWICE(changed_by_others);
  CHECK_CASE_TWICE(grows_in_loops);
  CHECK_CASE_TWICE(bit_fields);
  CHECK_CASE_TWICE(other_names);
  CHECK_CASE_TWICE(counted_up);
  return finish();
}
