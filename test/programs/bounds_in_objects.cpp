// Loops that run to a member of an object: they count, unless the loop changes that member, by its
// name, as a part of the object, through a pointer, or in a function that it calls.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Grid {
  int n;
  double h, *u, *f;
};
static void step(Grid *g) {
  int i;
  for (i = 1; i < g->n - 1; i++)
    g->f[i] = (g->u[i - 1] - 2 * g->u[i] + g->u[i + 1]) / (g->h * g->h) - g->u[i] * g->u[i];
  for (i = 1; i < g->n - 1; i++)
    g->u[i] += 0.1 * g->f[i];
}
AD_MODES double by_pointer(const V &x) {
  V u = x, f(x.size());
  Grid g = {int(x.size()), 1 + 0.1 * x[0], u.data(), f.data()};
  double s = 0;
  for (int t = 0; t < 4; t++) {
    step(&g);
    s += g.u[2];
    if (t == 2)
      g.n -= 1;
  }
  return s;
}

struct Matrix {
  int Rows, Columns;
  V Numbers;
  Matrix(int r, int c) : Rows(r), Columns(c), Numbers(r * c) {}
  double &operator()(int i, int j) { return Numbers[i * Columns + j]; }
  double operator()(int i, int j) const { return Numbers[i * Columns + j]; }
  int rows() const { return Rows; }
  int columns() const { return Columns; }
  void grow() {
    ++Rows;
    Numbers.resize(Rows * Columns);
    for (int j = 0; j < Columns; ++j)
      Numbers[(Rows - 1) * Columns + j] = Numbers[j] * 0.5;
  }
};
static Matrix product(const Matrix &a, const Matrix &b) {
  Matrix p(a.rows(), b.columns());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.columns(); ++j)
      for (int k = 0; k < a.columns(); ++k)
        p(i, j) += a(i, k) * b(k, j);
  return p;
}
AD_MODES double in_class(const V &x) {
  Matrix a(2, 2), b(2, 2);
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.columns(); ++j) {
      a(i, j) = x[i * 2 + j];
      b(i, j) = std::sin(a(i, j));
    }
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    Matrix c = product(a, b);
    for (int i = 0; i < c.rows(); ++i)
      for (int j = 0; j < c.columns(); ++j) {
        a(i, j) = std::tanh(c(i, j));
        s += c(i, j) * a(i, j);
      }
    if (t == 1)
      a.grow();
  }
  Matrix d = product(a, product(b, b));
  for (int i = 0; i < d.rows(); ++i)
    s += d(i, 0) * d(i, 0);
  return s;
}

struct Stack {
  int n;
  double top;
  V d;
};
AD_MODES double changed(const V &x) {
  Stack st{int(x.size()), 1.0, x};
  double s = 1;
  for (int i = 0; i < st.n; ++i) {
    s += s * st.d[i] * st.top;
    if (st.d[i] > 0)
      --st.n;
    st.top = s;
  }
  for (int i = 0; i < st.n; ++i) {
    Stack o = st;
    s += s * st.d[i];
    if (i == 2) {
      o.n = 3;
      st = o;
    }
  }
  auto cut = [&](Stack &q) { q.n -= 1; };
  for (int i = 0; i < st.n; ++i) {
    s *= 1 + 0.1 * st.d[i];
    cut(st);
  }
  int *n = &st.n;
  for (int i = 0; i < st.n; ++i) {
    s += s * s * st.d[i];
    if (i == 0)
      *n = 2;
  }
  return s * st.n;
}

struct Limits {
  double k;
  int n, of[3];
};
AD_MODES double limits(const V &x) {
  Limits q[2] = {{x[0], int(x.size()), {1, 2, 3}}, {x[1], 2, {4, 2, 1}}};
  Limits *s = &q[x[0] > 100];
  double t = 1;
  for (int i = 0; i < s->n; ++i) {
    t += t * x[i] * s->k;
    if (i % 2)
      s->n--;
  }
  for (int i = 0; i < q[0].n; ++i) {
    t += t * x[i] * s->k;
    s->n -= i % 2;
  }
  Limits one = q[1];
  for (int i = 0; i < one.of[1]; ++i) {
    t += t * x[i] * one.k;
    if (one.of[1] < 4)
      one.of[t > -10 ? 1 : 0]++;
  }
  for (int i = 0; i < one.n; ++i) { // another member changes, and its array
    t += t * t * x[i] * one.k;
    one.k = t;
    one.of[i] = i;
  }
  return t + one.of[1];
}

int main() {
  CHECK_VECTOR(by_pointer, {0.5, 0.1, -0.2, 0.4, 0.7, 0.3});
  CHECK_VECTOR(in_class, {0.5, 0.1, -0.2, 0.4});
  CHECK_VECTOR(changed, {0.5, -0.1, -0.2, 0.4, -0.7, -0.3, -0.2, -0.4, 0.2, -0.1});
  CHECK_VECTOR(limits, {0.5, -0.1, 0.2, 0.4, 0.3, 0.25, -0.3});
  return finish();
}
