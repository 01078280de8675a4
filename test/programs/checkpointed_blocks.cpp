// Checkpointed loops that hand memory which they allocate on from one iteration to the next: arrays
// made anew in each step, matrices of a class that owns memory, what a step rejects and frees. They
// get it from an ad::block_store, a part of the state.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

/// Copies by hand.
struct Matrix {
  int rows, columns;
  double *a;
  Matrix(int n, int m) : rows(n), columns(m), a(new double[n * m]) {
    for (int i = 0; i < n * m; ++i)
      a[i] = 0;
  }
  Matrix(const Matrix &o) : rows(o.rows), columns(o.columns), a(new double[o.rows * o.columns]) {
    for (int i = 0; i < rows * columns; ++i)
      a[i] = o.a[i];
  }
  Matrix(Matrix &&o) : rows(o.rows), columns(o.columns), a(o.a) { o.a = nullptr; }
  ~Matrix() { delete[] a; }
  Matrix &operator=(const Matrix &o) {
    if (this != &o) {
      delete[] a;
      rows = o.rows;
      columns = o.columns;
      a = new double[rows * columns];
      for (int i = 0; i < rows * columns; ++i)
        a[i] = o.a[i];
    }
    return *this;
  }
  double &operator()(int i, int j) { return a[i * columns + j]; }
  double operator()(int i, int j) const { return a[i * columns + j]; }
};
static Matrix operator*(const Matrix &x, const Matrix &y) {
  Matrix r(x.rows, y.columns);
  for (int i = 0; i < x.rows; ++i)
    for (int j = 0; j < y.columns; ++j)
      for (int k = 0; k < x.columns; ++k)
        r(i, j) += x(i, k) * y(k, j);
  return r;
}
/// Copied and swapped.
struct Square {
  int n;
  double *a;
  explicit Square(int n) : n(n), a(new double[n * n]()) {}
  Square(const Square &o) : n(o.n), a(new double[o.n * o.n]) { std::copy(o.a, o.a + n * n, a); }
  Square(Square &&o) noexcept : n(o.n), a(o.a) {
    o.a = nullptr;
    o.n = 0;
  }
  Square &operator=(Square o) {
    std::swap(a, o.a);
    std::swap(n, o.n);
    return *this;
  }
  ~Square() { delete[] a; }
  double norm() const {
    double s = 0;
    for (int i = 0; i < n * n; ++i)
      s += a[i] * a[i];
    return s;
  }
};
static Square operator+(const Square &x, const Square &y) {
  Square r(x.n);
  for (int i = 0; i < x.n * x.n; ++i)
    r.a[i] = x.a[i] + y.a[i];
  return r;
}
static Square operator*(double c, const Square &y) {
  Square r(y.n);
  for (int i = 0; i < y.n * y.n; ++i)
    r.a[i] = c * y.a[i];
  return r;
}

BOTH double assigned(double x, int n) {
  Matrix a(2, 2), s(2, 1);
  a(0, 0) = x;
  a(0, 1) = 0.3 * x;
  a(1, 0) = 0.1;
  a(1, 1) = 0.5;
  s(0, 0) = x;
  s(1, 0) = 0.4;
  for (int t = 0; t < n; ++t) {
    Matrix next = a * s;
    for (int i = 0; i < 2; ++i)
      next(i, 0) = std::sin(next(i, 0)) + 0.1;
    s = next;
  }
  return s(0, 0) + s(1, 0) * x;
}

BOTH double assigned_directly(double x, int n) {
  Matrix a(2, 2), s(2, 1);
  a(0, 0) = a(1, 1) = x;
  a(1, 0) = 0.1;
  s(0, 0) = x;
  s(1, 0) = 0.4;
  for (int t = 0; t < n; ++t) {
    s = a * s;
    for (int i = 0; i < 2; ++i)
      s(i, 0) = std::sin(s(i, 0)) + 0.1;
  }
  return s(0, 0) + s(1, 0) * x;
}

BOTH double copied(double x, int n) {
  Matrix s(2, 1);
  s(0, 0) = x;
  s(1, 0) = 0.4;
  for (int t = 0; t < n; ++t) {
    Matrix old(s);
    for (int i = 0; i < 2; ++i)
      s(i, 0) = std::sin(x + 0.5 * old(1 - i, 0) * old(i, 0));
  }
  return s(0, 0) + s(1, 0) * x;
}

BOTH double swapped(double x, int n) {
  Square s(2);
  for (int i = 0; i < 4; ++i)
    s.a[i] = x * i;
  double e = 0;
  for (int t = 0; t < n; ++t) {
    s = 0.3 * (s + 0.5 * s) + x * s;
    for (int i = 0; i < 4; ++i)
      s.a[i] = std::sin(s.a[i] + 0.1);
    e += 0.01 * s.norm();
  }
  return e + s.norm();
}

BOTH double moved(double x, int n) {
  std::vector<double> w(4, x);
  Square s(2);
  for (int i = 0; i < 4; ++i)
    s.a[i] = x * i;
  for (int t = 0; t < n; ++t) {
    Square next(2);
    for (int i = 0; i < 4; ++i)
      next.a[i] = std::sin(s.a[i] * w[i]);
    w[t % 4] = 0.9 * w[t % 4] + 0.01 * next.norm();
    s = std::move(next);
  }
  return s.norm() + w[2];
}

BOTH double owned(double x, int n) {
  auto u = std::make_unique<double[]>(5);
  for (int i = 0; i < 5; ++i)
    u[i] = x * i;
  for (int t = 0; t < n; ++t) {
    auto next = std::make_unique<double[]>(5);
    for (int i = 0; i < 5; ++i)
      next[i] = 0.5 * u[i] + 0.3 * std::sin(u[(i + 1) % 5]);
    u = std::move(next);
  }
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += u[i] * u[i];
  return s;
}

struct Phase {
  std::unique_ptr<double[]> x, p;
};
BOTH double two_members(double x, int n) {
  Phase s;
  s.x = std::make_unique<double[]>(3);
  s.p = std::make_unique<double[]>(3);
  for (int i = 0; i < 3; ++i) {
    s.x[i] = x + i;
    s.p[i] = x * i;
  }
  for (int t = 0; t < n; ++t) {
    auto next = std::make_unique<double[]>(3), p = std::make_unique<double[]>(3);
    for (int i = 0; i < 3; ++i) {
      p[i] = s.p[i] - 0.05 * std::sin(s.x[i] - 0.3 * s.x[(i + 1) % 3]);
      next[i] = s.x[i] + 0.05 * p[i];
    }
    s.x = std::move(next);
    s.p = std::move(p);
  }
  return s.x[0] * s.p[1] + s.x[2];
}

BOTH double rejected(double x, int n) {
  double *u = new double[3];
  for (int i = 0; i < 3; ++i)
    u[i] = x * (i + 1);
  double h = 0.1;
  int done = 0;
  while (done < n) {
    double *trial = new double[3];
    for (int i = 0; i < 3; ++i)
      trial[i] = u[i] + h * (std::cos(u[(i + 1) % 3]) - u[i] * x);
    double error = 0;
    for (int i = 0; i < 3; ++i)
      error += (trial[i] - u[i]) * (trial[i] - u[i]);
    if (error > 0.01) {
      delete[] trial;
      h *= 0.5;
    } else {
      delete[] u;
      u = trial;
      ++done;
      if (h < 0.2)
        h *= 1.1;
    }
  }
  const double s = u[0] + 2 * u[1] * u[2];
  delete[] u;
  return s;
}

BOTH double now_and_then(double x, int n) {
  double *u = new double[4];
  for (int i = 0; i < 4; ++i)
    u[i] = x * i;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i) // also in what was allocated ahead of the loop
      u[i] = std::sin(u[i] * (1 + 0.1 * u[(i + 1) % 4]));
    if (t % 3 == 1) {
      double *w = new double[4];
      for (int i = 0; i < 4; ++i)
        w[i] = u[3 - i] * x;
      delete[] u;
      u = w;
    }
  }
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * u[i];
  delete[] u;
  return s;
}

BOTH double two_loops(double x, int n) {
  double *u = new double[4];
  for (int i = 0; i < 4; ++i)
    u[i] = x * i;
  for (int t = 0; t < n; ++t) {
    double *w = new double[4];
    for (int i = 0; i < 4; ++i)
      w[i] = std::sin(u[i] + 0.3 * u[(i + 1) % 4]);
    delete[] u;
    u = w;
  }
  const double between = u[0] * u[1] * u[2];
  for (int t = 0; t < n; ++t) {
    double *w = new double[4];
    for (int i = 0; i < 4; ++i)
      w[i] = std::cos(u[i] * u[(i + 1) % 4] * between);
    delete[] u;
    u = w;
  }
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * u[i];
  delete[] u;
  return s * between;
}

BOTH double growing(double x, int n) {
  int size = 2;
  double *u = new double[size];
  u[0] = x;
  u[1] = 0.4;
  for (int t = 0; t < n; ++t) {
    double *w = new double[size + 1];
    for (int i = 0; i < size; ++i)
      w[i] = std::sin(u[i] + 0.1 * x);
    w[size] = u[size - 1] * 0.1 * x;
    delete[] u;
    u = w;
    ++size;
  }
  double s = 0;
  for (int i = 0; i < size; ++i)
    s += u[i];
  delete[] u;
  return s;
}

BOTH double in_c(double x, int n) {
  double *u = (double *)std::malloc(4 * sizeof(double));
  for (int i = 0; i < 4; ++i)
    u[i] = x * i;
  for (int t = 0; t < n; ++t) {
    double *w = (double *)std::calloc(4, sizeof(double));
    for (int i = 0; i < 4; ++i)
      w[i * 3 % 4] += std::sin(u[i] + 0.3 * u[(i + 1) % 4]);
    std::free(u);
    u = w;
  }
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * u[i];
  std::free(u);
  return s;
}

struct Point {
  double x, y;
  int k;
};
BOTH double records(double x, int n) {
  Point *p = new Point{x, 0.3, 0};
  for (int t = 0; t < n; ++t) {
    Point *q = new Point{std::sin(p->x + x), p->y * 0.9 + p->x * x, p->k + 1};
    delete p;
    p = q;
  }
  const double s = p->x * p->y + p->k;
  delete p;
  return s;
}

BOTH double two_steps_back(double x, int n) {
  double *u = new double[2], *old = nullptr;
  u[0] = x;
  u[1] = 0.4;
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = std::sin(u[0] + x * u[1]);
    w[1] = (old ? old[0] : x) * 0.5 + u[1] * 0.3;
    if (old)
      delete[] old;
    old = u;
    u = w;
  }
  const double s = u[0] * x + u[1] * (old ? old[0] : 1);
  delete[] u;
  delete[] old;
  return s;
}

BOTH double leaves(double x, int n) {
  double *u = new double[2];
  u[0] = 1 + x;
  u[1] = x;
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = u[0] * 0.97 + 0.001 * u[1];
    w[1] = std::sin(u[1]) + 0.01 * x;
    delete[] u;
    u = w;
    if (u[0] < 0.9)
      break;
  }
  const double s = u[0] * x + u[1];
  delete[] u;
  return s;
}

BOTH double in_inner_loops(double x, int n) {
  double *u = new double[3];
  for (int i = 0; i < 3; ++i)
    u[i] = x * i;
  for (int t = 0; t < n; ++t)
    for (int k = 0; k < 3; ++k) {
      double *w = new double[3];
      for (int i = 0; i < 3; ++i)
        w[i] = std::sin(u[i] + 0.3 * u[(i + k) % 3] * x);
      delete[] u;
      u = w;
    }
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += (i + 1) * u[i];
  delete[] u;
  return s;
}

BOTH double two_names(double x, int n) {
  double *u = new double[3];
  for (int i = 0; i < 3; ++i)
    u[i] = x * i;
  double *p = u;
  double c = x;
  for (int t = 0; t < n; ++t) {
    double *w = new double[3];
    for (int i = 0; i < 3; ++i)
      w[i] = std::sin(p[i] + 0.3 * u[(i + 1) % 3]);
    w[0] += c * c;
    c *= 0.99;
    p[1] = 0;
    delete[] u;
    u = w;
    p = u;
    p[2] *= 1.1;
  }
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += (i + 1) * p[i];
  delete[] u;
  return s * c;
}

BOTH double thrown(double x, int n) {
  double r = x;
  try {
    auto u = std::make_unique<double[]>(3);
    for (int i = 0; i < 3; ++i)
      u[i] = x * (i + 1);
    for (int t = 0; t < n; ++t) {
      auto w = std::make_unique<double[]>(3);
      for (int i = 0; i < 3; ++i)
        w[i] = u[i] * 0.9 + 0.01 * u[(i + 1) % 3];
      if (w[0] < 0.1)
        throw std::runtime_error("small");
      u = std::move(w);
      r = u[0] + u[1];
    }
  } catch (const std::exception &) {
    r *= 2;
  }
  return r * r;
}

static double norm(const double *u, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * u[i];
  return std::sqrt(s);
}
static void advance(double *w, const double *u, int n, double c) {
  for (int i = 0; i < n; ++i)
    w[i] = std::sin(u[i] * c) + 0.1 * u[(i + 1) % n];
}
BOTH double in_functions(double x, int n) {
  double *u = new double[4];
  for (int i = 0; i < 4; ++i)
    u[i] = x * (i + 1);
  for (int t = 0; t < n; ++t) {
    double *w = new double[4];
    advance(w, u, 4, 1 + 0.1 * x);
    const double m = norm(w, 4);
    for (int i = 0; i < 4; ++i)
      w[i] /= 0.5 + m;
    delete[] u;
    u = w;
  }
  const double s = norm(u, 4) + u[0];
  delete[] u;
  return s;
}

/// Owns vectors, whose adjoints are on the tape.
struct Table {
  std::vector<double> weights, shifts;
  explicit Table(int n) : weights(n, 0.5), shifts(n, 0.1) {}
};
/// What is freed after the loop has vectors on the tape: it is freed with them, not with the store.
BOTH double beside_owners(double x, int n) {
  Table *table = new Table(4);
  table->weights[1] = x;
  double *u = new double[2];
  u[0] = x;
  u[1] = x * x;
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = std::sin(u[0] + table->weights[1]);
    w[1] = 0.3 * std::cos(u[1] * u[0]) * table->weights[t % 4] + table->shifts[t % 4];
    delete[] u;
    u = w;
  }
  const double s = u[0] + u[1] * table->weights[1];
  delete[] u;
  delete table;
  return s;
}

// A function of its own frees what the loop has made: it does not know the store.
void drop(double *u, int k) {
  if (k > 0)
    return drop(u, k - 1);
  delete[] u;
}

BOTH double freed_by_function(double x, int n) {
  double *u = new double[2];
  u[0] = u[1] = x;
  for (int t = 0; t < n; ++t) {
    double *next = new double[2];
    for (int i = 0; i < 2; ++i)
      next[i] = std::sin(u[1 - i] + 0.1 * x);
    delete[] u;
    u = next;
  }
  const double s = u[0] * u[1];
  drop(u, 3);
  return s;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(assigned, n);
      CHECK_STEPS(assigned_directly, n);
      CHECK_STEPS(copied, n);
      CHECK_STEPS(swapped, n);
      CHECK_STEPS(moved, n);
      CHECK_STEPS(owned, n);
      CHECK_STEPS(two_members, n);
      CHECK_STEPS(rejected, n);
      CHECK_STEPS(now_and_then, n);
      CHECK_STEPS(two_loops, n);
      CHECK_STEPS(growing, n);
      CHECK_STEPS(in_c, n);
      CHECK_STEPS(records, n);
      CHECK_STEPS(two_steps_back, n);
      CHECK_STEPS(leaves, n);
      CHECK_STEPS(in_inner_loops, n);
      CHECK_STEPS(two_names, n);
      CHECK_STEPS(thrown, n);
      CHECK_STEPS(in_functions, n);
      CHECK_STEPS(beside_owners, n);
      CHECK_STEPS(freed_by_function, n);
    }
  });
  return finish();
}
