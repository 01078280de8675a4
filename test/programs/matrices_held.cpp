// Small matrices that loops read and that are overwritten after it are copied before the loop:
// arrays of arrays, arrays in objects, those that pointers lead to, one that is both factors.
#include "checkpointed.h"
#include <cmath>
#include <cstring>

struct Matrix {
  double m[3][3];
};
static Matrix times(Matrix a, Matrix b) {
  Matrix c;
  int i, j, k;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) {
      c.m[i][j] = 0;
      for (k = 0; k < 3; k++)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return c;
}
static void rotation(double t, double r[3][3]) {
  r[0][0] = std::cos(t), r[0][1] = -std::sin(t), r[0][2] = 0;
  r[1][0] = std::sin(t), r[1][1] = std::cos(t), r[1][2] = 0;
  r[2][0] = 0, r[2][1] = 0, r[2][2] = 1;
}
BOTH double objects(const double *t, int n) {
  Matrix a = {{{1, 0.1, 0}, {0, 1, 0.2}, {0.3, 0, 1}}}, r;
  double s = 0;
  for (int i = 0; i < n; i++) {
    rotation(t[i], r.m);
    a = times(a, r);
    s += a.m[0][1] * a.m[2][0];
  }
  return s;
}

template <int R, int C> struct Small { // one column: rows of one number
  double m[R][C];
};
template <int R, int K, int C> Small<R, C> operator*(const Small<R, K> &a, const Small<K, C> &b) {
  Small<R, C> c{};
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j)
      for (int k = 0; k < K; ++k)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
  return c;
}
BOTH double columns(const double *x, int n) {
  Small<2, 2> f{{{0.9, x[0]}, {0.3 * x[1], 0.5}}};
  Small<2, 1> state{{{x[2]}, {x[3]}}};
  double s = 0;
  for (int t = 0; t < n; ++t) {
    state = f * state;
    state.m[0][0] += 0.1 * std::sin(state.m[1][0]);
    f = f * f;
    f.m[0][1] = 0.5 * x[t] + f.m[0][0];
    f.m[0][0] = std::cos(f.m[0][0]);
    s += state.m[0][0] * x[t];
  }
  return s;
}

static void multiply(double (*a)[3], const double (*b)[3]) {
  double t[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      t[i][j] = 0;
      for (int k = 0; k < 3; k++)
        t[i][j] += a[i][k] * b[k][j];
    }
  memcpy(a, t, sizeof t);
}
BOTH double pointers(const double *x, int n) {
  double a[3][3], b[3][3], s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      a[i][j] = x[3 * i + j];
      b[i][j] = (i == j) + 0.1 * x[3 * j + i];
    }
  for (int i = 0; i < n; i++) {
    multiply(a, b);
    if (i % 3 == 2)
      multiply(b, b);
    s += a[0][0] * b[1][2];
    for (int j = 0; j < 3; j++) {
      b[j][j] *= 0.5;
      a[j][0] *= 0.3;
    }
  }
  return s;
}

struct Beam {
  double v[3];
  double w;
  int n;
};
BOTH double beside(const double *x, int n) { // other members are no part of the array
  Beam q = {{x[0], x[1], x[2]}, 0.5, 3};
  double s = 0, g[3][3];
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < q.n; i++)
      for (int j = 0; j < q.n; j++)
        g[i][j] = q.v[i] * q.v[j] * q.w;
    for (int i = 0; i < 3; i++) {
      double z = 0;
      for (int j = 0; j < 3; j++)
        z += g[i][j] * q.v[j] + g[j][i] * g[i][j];
      q.v[i] += 0.1 * std::sin(z);
    }
    q.w += 0.01 * q.v[t % 3];
    s += q.w * q.v[0];
  }
  return s;
}

BOTH double table(const double *x, int n) {
  double tab[2][3][4] = {}, s = 1;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 4; k++)
          tab[i][j][k] = tab[i][j][k] * 0.5 + x[(t + i * 12 + j * 4 + k) % n] * s;
    double u = 0;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 4; k++)
          if ((i + j + k + t) % 2)
            u += tab[i][j][k] * tab[1 - i][j][k];
    for (int i = 0; i < n - 5; i++)
      for (int k = 0; k < 4; k++)
        u += tab[0][i % 3][k] * tab[1][0][k];
    s = 1 / (1 + u * u);
  }
  return s;
}

BOTH double flipped(const double *x, int n) { // pointers that change places
  double a[2][2] = {{x[0], x[1]}, {x[2], x[3]}}, b[2][2] = {{1, 0.5}, {0.2, 1}};
  double(*p)[2] = a, (*q)[2] = b, (*t)[2];
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < 2; r++)
      for (int c = 0; c < 2; c++) {
        double z = 0;
        for (int k = 0; k < 2; k++)
          z += p[r][k] * p[k][c];
        q[r][c] = std::tanh(z) + x[r];
      }
    t = p;
    p = q;
    q = t;
    s += p[0][1];
  }
  return s;
}

#define CHECK(f)                                                                                   \
  check(                                                                                           \
      {0.21, 0.7, -0.4, 0.9, 0.3, 0.55, -0.6, 0.8, 0.45}, 1, [](In x, Out y) { y[0] = f(x, 9); },  \
      AD([](In x, In d, Out y, Out y_dot) { y[0] = f##_forward(x, d, 9, y_dot[0]); }),             \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double again[9];                                                                           \
        copy(x_bar, again, 9);                                                                     \
        y[0] = f##_reverse(x, x_bar, 9, y_bar[0]);                                                 \
        const double value = f##_checkpointed(x, again, 9, y_bar[0]);                              \
        expect_true(#f ": the same bits", value == y[0] && same(again, x_bar, 9));                 \
      }))

int main() {
  CHECK(objects);
  CHECK(columns);
  CHECK(pointers);
  CHECK(beside);
  CHECK(table);
  CHECK(flipped);
  return finish();
}
