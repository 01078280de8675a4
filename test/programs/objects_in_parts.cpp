// Local objects with vectors of which only members are used: matrices that operators return, states
// with numbers beside their vectors. And those that stay whole.
#include "told.h"
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

struct Matrix {
  int rows, columns;
  V d;
  Matrix(int r, int c) : rows(r), columns(c), d(r * c, 0.0) {}
  double &operator()(int i, int j) { return d[i * columns + j]; }
  double operator()(int i, int j) const { return d[i * columns + j]; }
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j)
      for (int k = 0; k < a.columns; ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

Matrix operator+(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, a.columns);
  for (std::size_t i = 0; i < a.d.size(); ++i)
    c.d[i] = a.d[i] + b.d[i];
  return c;
}

Matrix transposed(const Matrix &a) {
  Matrix c(a.columns, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j)
      c(j, i) = a(i, j);
  return c;
}

double sum(const Matrix &m) {
  double s = 0;
  for (double e : m.d)
    s += e * e;
  return s;
}

namespace known_sizes {
BOTH double f(const V &v) {
  Matrix a(2, 2), p(2, 2), x(2, 1);
  a(0, 0) = 0.9;
  a(0, 1) = v[0];
  a(1, 1) = v[1];
  p(0, 0) = p(1, 1) = v[2];
  x(0, 0) = v[3];
  double s = 0;
  for (int t = 0; t < told(v, 5); ++t) {
    x = a * x;
    p = a * p * transposed(a) + p;
    Matrix n(2, 2);
    n(0, 0) = p(0, 0) / (1 + sum(x));
    n(1, 1) = std::sin(p(1, 1));
    n(0, 1) = n(1, 0) = 0.5 * p(0, 1);
    p = n;
    s += std::log(1 + sum(p)) * x(0, 0);
  }
  return s;
}
} // namespace known_sizes

namespace sizes_that_are_told {
BOTH double f(const V &v) {
  const int n = told(v, 3);
  Matrix a(n, n), x(n, 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a(i, j) = v[(i + j) % 4] * 0.3;
    x(i, 0) = v[i];
  }
  double s = 0;
  for (int t = 0; t < told(v, 4); ++t) {
    Matrix y = a * x;
    for (int i = 0; i < n; ++i)
      x(i, 0) = std::sin(y(i, 0)) + 0.1 * x(i, 0);
    if (s > 2)
      continue;
    s += sum(y);
  }
  return s * sum(x);
}
} // namespace sizes_that_are_told

/// Members of all kinds; some without values.
struct State {
  double t = 0;
  V x, x_before;
  int steps = 0;
  bool done = false;
  float scale = 1;
  [[ad::constant]] double weight = 2;
};

namespace states {
BOTH double f(const V &v) {
  State s;
  s.x.resize(3);
  for (int i = 0; i < 3; ++i)
    s.x[i] = v[i];
  s.weight = v[3] > 0 ? 1.5 : 2.5;
  while (!s.done) {
    s.x_before = s.x;
    for (std::size_t i = 0; i < s.x.size(); ++i)
      s.x[i] += 0.1 * std::sin(s.x_before[(i + 1) % 3]) * s.weight;
    s.t += s.x[0] * s.scale;
    s.scale *= 0.75f;
    s.done = ++s.steps == 5;
  }
  return s.t + s.x[1] * s.x[2] + s.steps;
}
} // namespace states

// Grows, shrinks, exchanges, moves.
namespace changing_sizes {
BOTH double f(const V &v) {
  double sum = 0;
  for (int t = 0; t < told(v, 4); ++t) {
    State a, b;
    if (t % 2)
      a.x.resize(2, v[0]);
    for (int i = 0; i < t; ++i)
      a.x.push_back(v[i % 4] * (1 + i));
    b.x = a.x;
    b.x.push_back(v[3]);
    if (t == 2)
      std::swap(a.x, b.x);
    b.x_before = std::move(a.x);
    a.x.assign(3, v[1]);
    for (double e : b.x_before)
      sum += e * e * b.x.back();
    for (double &e : a.x)
      e *= sum;
    if (t == 3)
      break;
    sum += a.x[2] * 0.1;
  }
  return sum;
}
} // namespace changing_sizes

/// Copies of objects, member by member and whole.
namespace copies {
double last(const State &s) { return s.x.back() * s.t; }
BOTH double f(const V &v) {
  State a;
  a.x = {v[0], v[1] * v[2]};
  a.t = v[3];
  State b = a;
  b.x[0] *= b.t;
  State c;
  c = b;
  c.x.push_back(a.x[1] * v[0]);
  a = c;
  a.t += b.x[0];
  return last(a) + last(b) * last(c) + a.x[0];
}
} // namespace copies

/// Stay as they are: somebody sees the whole.
namespace whole {
struct Kept {
  V d;
  int n = 0;
  ~Kept() { total += n; }
  static inline int total = 0;
};
struct Base {
  V d;
};
struct Derived : Base {
  double s = 1;
};
void fill(State &s, const V &v) {
  s.x.assign(v.begin(), v.end());
  s.t = v[0];
}
BOTH double f(const V &v) {
  State s;
  fill(s, v);
  State *p = &s;
  p->x[1] *= p->t;
  Derived d;
  d.d = s.x;
  d.s = s.x[1];
  double sum = d.s;
  for (double e : d.d)
    sum += e * d.s;
  return sum * s.t;
}
} // namespace whole

// An exception passes by.
namespace thrown {
BOTH double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    try {
      State a;
      a.x.resize(2);
      a.x[0] = v[t] * v[0];
      if (t == 2)
        throw std::runtime_error("two");
      a.x[1] = a.x[0] * a.x[0];
      s += a.x[1];
    } catch (const std::runtime_error &) {
      s *= v[1];
    }
  }
  return s;
}
} // namespace thrown

int main() {
  CHECK_CASE_TWICE(known_sizes);
  CHECK_CASE_TWICE(sizes_that_are_told);
  CHECK_CASE_TWICE(states);
  CHECK_CASE_TWICE(changing_sizes);
  CHECK_CASE_TWICE(copies);
  CHECK_CASE_TWICE(whole);
  CHECK_CASE_TWICE(thrown);
  return finish();
}
