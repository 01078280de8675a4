// Void pointers that are pointers to floating values: wrappers of malloc, contexts of callbacks.
#include "arrays.h"
#include "scalars.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace wrapped { // a wrapper that returns void *
static void *xmalloc(std::size_t n) {
  void *p = std::malloc(n);
  if (!p)
    std::abort();
  return p;
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  double *t = (double *)xmalloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += t[i] * t[i - 1];
  std::free(t);
  return s;
}
} // namespace wrapped

namespace checked { // several, with checks, memset and a free of their own
static void *xcalloc(size_t n, size_t size) {
  void *p = malloc(n * size);
  if (p == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  memset(p, 0, n * size);
  return p;
}
static void *xmalloc(size_t bytes) {
  void *p;
  if (!(p = malloc(bytes)))
    abort();
  return p;
}
static void xfree(void *p) {
  if (p)
    free(p);
}
typedef struct {
  double *w;
  int n;
  double b;
} Layer;
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  Layer *l = (Layer *)xmalloc(sizeof(Layer));
  l->n = n;
  l->w = (double *)xcalloc(n, sizeof(double));
  l->b = x[0];
  double *t = (double *)xmalloc(n * sizeof(*t));
  for (int i = 0; i < n; i++) {
    l->w[i] += x[i] * x[i];
    t[i] = l->w[i] * l->b;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += t[i] * l->w[n - 1 - i];
  xfree(t);
  xfree(l->w);
  xfree(l);
  return s;
}
} // namespace checked

namespace copied { // memcpy between void pointers
void *dup(const void *src, size_t bytes) {
  void *d = malloc(bytes);
  if (d)
    memcpy(d, src, bytes);
  return d;
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  double *c = (double *)dup(x, n * sizeof(double));
  for (int i = 1; i < n; ++i)
    c[i] *= c[i - 1];
  double r = c[n - 1] + c[0];
  free(c);
  return r;
}
} // namespace copied

namespace cast { // a local void *
struct P {
  double x, y;
};
P *alloc_points(int n) {
  void *mem = std::malloc(static_cast<std::size_t>(n) * sizeof(P));
  if (!mem)
    throw std::bad_alloc{};
  return static_cast<P *>(mem);
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  P *p = alloc_points(n);
  for (int i = 0; i < n; ++i) {
    p[i].x = x[i];
    p[i].y = x[i] * x[i];
  }
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += p[i].x * p[i - 1].y;
  std::free(p);
  return s;
}
} // namespace cast

namespace aligned { // posix_memalign by way of a void *
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  void *p = nullptr;
  if (posix_memalign(&p, 64, n * sizeof(double)) != 0)
    return 0;
  double *t = static_cast<double *>(p);
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += t[i] * t[i - 1];
  free(t);
  return s;
}
} // namespace aligned

namespace aligned_directly { // into the pointer itself
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  double *t;
  if (posix_memalign((void **)&t, 32, n * sizeof(double)))
    return -1;
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += t[i] * t[i - 1];
  free(t);
  return s;
}
} // namespace aligned_directly

namespace contexts { // parameters of callbacks
struct Params {
  double a, b;
};
static double rhs(double x, void *p) {
  Params *q = (Params *)p;
  return q->a * x * x + q->b;
}
static double rhs2(double x, void *p) {
  double k = *(double *)p;
  return k * x;
}
template <class F> double simpson(F f, double a, double b, void *ctx) {
  return (b - a) / 6 * (f(a, ctx) + 4 * f((a + b) / 2, ctx) + f(b, ctx));
}
double trap(double (*f)(double, void *), void *ctx, double a, double b, int n) {
  double h = (b - a) / n, s = 0.5 * (f(a, ctx) + f(b, ctx));
  for (int i = 1; i < n; ++i)
    s += f(a + i * h, ctx);
  return s * h;
}
[[ad::differentiate(forward, reverse)]] double f(double a, double b) {
  Params p = {a, b};
  return rhs(a, &p) + rhs2(b, &a) + simpson(rhs, 0, b, &p) * trap(rhs, &p, 0, 1, 4);
}
} // namespace contexts

namespace callbacks { // whose contexts are an object, and an array
using Integrand = double (*)(double, void *);
struct Gauss {
  double mean, width;
  int calls;
};
static double gauss(double x, void *p) {
  Gauss *g = static_cast<Gauss *>(p);
  g->calls++;
  double z = (x - g->mean) / g->width;
  return exp(-0.5 * z * z);
}
static double wave(double x, void *p) {
  const double *w = (const double *)p;
  return cos(w[0] * x) + w[1];
}
static double integral(Integrand g, double a, double b, int n, void *context) {
  double h = (b - a) / n, s = 0.5 * (g(a, context) + g(b, context));
  for (int i = 1; i < n; i++)
    s += g(a + i * h, context);
  return s * h;
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  Gauss g{x[0], x[1], 0};
  double w[2] = {x[2], x[n - 1]};
  double s = integral(gauss, -1, 2, 16, &g) * integral(&wave, 0, x[0], 10, w);
  void *again = w;
  double *first = (double *)again;
  first[0] *= s;
  return s + g.calls + w[0] * w[1];
}
} // namespace callbacks

int main() {
  CHECK_ARRAY(wrapped::f, {1.0, 2.0, 0.5});
  CHECK_ARRAY(checked::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_ARRAY(copied::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_ARRAY(cast::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_ARRAY(aligned::f, {1.0, 2.0, 0.5});
  CHECK_ARRAY(aligned_directly::f, {1.0, 2.0, 0.5});
  CHECK_ARRAY(callbacks::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_SCALARS(contexts::f, {0.5, 1.2});
  return finish();
}
