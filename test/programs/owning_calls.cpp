// Objects that own memory by value and as results of recursive functions, constants on the heap,
// workspaces in C, objects declared in the heads of loops.
#include "arrays.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
// owner by value, recursive and returning: strassen-like
struct M {
  int n;
  double *d;
  explicit M(int k) : n(k), d(new double[k]()) {}
  M(const M &o) : n(o.n), d(new double[o.n]) { std::memcpy(d, o.d, n * sizeof(double)); }
  M &operator=(const M &o) {
    M t(o);
    std::swap(n, t.n);
    std::swap(d, t.d);
    return *this;
  }
  ~M() { delete[] d; }
};
M merge(M a, const M &b) {
  for (int i = 0; i < a.n; ++i) {
    if (i >= b.n)
      return a;
    a.d[i] *= b.d[i];
  }
  return a;
}
M rec(const M &m, int depth) {
  if (depth == 0)
    return m;
  M half(m.n);
  for (int i = 0; i < m.n; ++i)
    half.d[i] = m.d[i] * 0.5 + m.d[0];
  M l = rec(half, depth - 1);
  if (depth == 2)
    return merge(l, half);
  return merge(merge(half, l), rec(l, depth - 1));
}
BOTH double a1(const double *x, int n) {
  M m(n);
  for (int i = 0; i < n; ++i)
    m.d[i] = x[i];
  M r = rec(m, 3);
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    r = merge(r, m);
    M q = rec(r, k);
    s += q.d[0] + q.d[n - 1];
  }
  for (int i = 0; i < n; ++i)
    s += r.d[i] * (i + 1);
  return s;
}
// inactive owner: ints only; active by passing
struct Index {
  int *at;
  int n;
  Index(int k) : at(new int[k]), n(k) {
    for (int i = 0; i < k; ++i)
      at[i] = k - 1 - i;
  }
  Index(const Index &) = delete;
  ~Index() { delete[] at; }
  int operator[](int i) const { return at[i]; }
};
BOTH double a2(const double *x, int n) {
  Index ix(n);
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= x[ix[i]] + ix[0];
  return s;
}
// inactive double tables on the heap, freed before the reverse sweep reads them
BOTH double a3(const double *x, int n) {
  double *t = new double[n], s = 0;
  for (int i = 0; i < n; ++i)
    t[i] = 1.5 * i + 1;
  for (int i = 0; i < n; ++i)
    s += t[i] * x[i] * x[i];
  delete[] t;
  auto u = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    u[i] = i + 0.5;
  for (int i = 0; i < n; ++i)
    s *= 1 + 0.1 * u[i] * x[i];
  return s;
}
// inactive helper that returns an owner (constant weights)
M weights(int n) {
  M w(n);
  for (int i = 0; i < n; ++i)
    w.d[i] = 1.0 / (i + 1);
  return w;
}
M weights2(int n) {
  if (n > 3) {
    for (int i = 0; i < n; ++i)
      if (i > 100)
        return M(n);
  }
  M w(n);
  for (int i = 0; i < n; ++i)
    w.d[i] = 2.0 / (i + 1);
  return w;
}
double dotc(const M &w, const double *x) {
  double s = 0;
  for (int i = 0; i < w.n; ++i)
    s += w.d[i] * x[i] * x[i];
  return s;
}
BOTH double a4(const double *x, int n) {
  M w = weights(n), v = weights2(n);
  return dotc(w, x) * dotc(v, x);
}
// unique_ptr of owner, vector beside
struct Big {
  std::unique_ptr<double[]> p;
  M m;
  int n;
  Big(int k) : p(new double[k]), m(k), n(k) {}
};
BOTH double a5(const double *x, int n) {
  std::vector<double> v(x, x + n);
  auto b = std::make_unique<Big>(n);
  for (int i = 0; i < n; ++i) {
    b->p[i] = v[i] * v[i];
    b->m.d[i] = b->p[i] * v[0];
  }
  v.push_back(b->m.d[0]);
  return v[n] * b->p[n - 1] + b->m.d[1];
}
// realistic: workspace struct w/ malloc in C style, multiple returns
typedef struct {
  double *a, *b;
  int n;
} W;
static int init(W *w, int n) {
  w->a = (double *)malloc(n * sizeof(double));
  if (!w->a)
    return 1;
  w->b = (double *)calloc(n, sizeof(double));
  if (!w->b) {
    free(w->a);
    return 1;
  }
  w->n = n;
  return 0;
}
static void done(W *w) {
  free(w->a);
  free(w->b);
}
BOTH double a6(const double *x, int n) {
  W w;
  if (init(&w, n))
    return -1;
  memcpy(w.a, x, n * sizeof *w.a);
  for (int k = 0; k < 3; ++k) {
    memmove(w.b + 1, w.a, (n - 1) * sizeof(double));
    w.b[0] = w.a[n - 1] * w.a[0];
    for (int i = 0; i < n; ++i)
      w.a[i] += 0.3 * w.b[i] * x[i];
    if (w.a[0] > 1e3) {
      done(&w);
      return w.n;
    }
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w.a[i] * w.a[i];
  done(&w);
  return s;
}
// do-while with owner, ternary with prvalue in condition
BOTH double a7(const double *x, int n) {
  M m(n);
  for (int i = 0; i < n; ++i)
    m.d[i] = x[i];
  int k = 0;
  double s = 0;
  do {
    M t(m);
    t.d[0] *= 0.5 * x[1];
    s += t.d[0] * t.d[1];
    m = t;
    if (s > 90)
      break;
  } while (merge(m, m).d[0] > 0.01 && ++k < 4);
  for (M t(m); k < 6; ++k) {
    t.d[0] += x[2];
    s += t.d[0];
  }
  return s;
}
int main() {
  CHECK_ARRAY(a1, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a2, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a3, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a4, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a5, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a6, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(a7, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
