// Pointers to functions that return no floating value: predicates, comparisons, status codes.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

using V = std::vector<double>;

namespace {
static bool pos(double x) { return x > 1; }
static bool gt(double a, double b) { return a > b; }
static bool lt(double a, double b) { return a < b; }
} // namespace

namespace pred {
static double g(double a, bool (*p)(double)) {
  if (p(a))
    return a * a;
  return a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v[0], pos) * g(v[1], pos);
}
} // namespace pred

namespace sortp {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]};
  std::sort(a, a + 4, gt);
  return a[0] * 2 + a[1] * a[2];
}
} // namespace sortp

namespace tmpl {
template <class P> double sumIf(const V &v, P p) {
  double s = 0;
  for (double x : v)
    if (p(x))
      s += x * x;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return sumIf(v, pos) + sumIf(v, &pos) + std::count_if(v.begin(), v.end(), pos) * v[0];
}
} // namespace tmpl

namespace local {
static bool neg(double x) { return x < 1; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  bool (*p)(double) = pos;
  double s = 0;
  for (double x : v) {
    bool k = p(x);
    s += k ? x * x : 2 * x;
  }
  p = neg;
  for (double x : v)
    if (p(x))
      s *= x;
  return s;
}
} // namespace local

namespace cmp {
struct rec {
  double x;
  int k;
};
static int byx(const rec *a, const rec *b) { return a->x < b->x ? -1 : a->x > b->x; }
static void isort(rec *a, int n, int (*c)(const rec *, const rec *)) {
  for (int i = 1; i < n; i++) {
    rec t = a[i];
    int j = i;
    while (j > 0 && c(&a[j - 1], &t) > 0) {
      a[j] = a[j - 1];
      --j;
    }
    a[j] = t;
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  rec r[4];
  for (int i = 0; i < 4; i++)
    r[i] = {v[i] * v[(i + 1) % 4], i};
  isort(r, 4, byx);
  return r[0].x * r[3].k + r[1].x * r[2].x;
}
} // namespace cmp

namespace status {
static int rhs(double t, const double *y, double *dy) {
  dy[0] = y[1] * t;
  dy[1] = -y[0];
  return 0;
}
static int step(int (*fn)(double, const double *, double *), double t, double h, double *y) {
  double k[2];
  if (fn(t, y, k))
    return 1;
  y[0] += h * k[0];
  y[1] += h * k[1];
  return 0;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double y[2] = {v[0], v[1]};
  for (int i = 0; i < 5; i++)
    if (step(rhs, v[2] + i, 0.1 * v[3], y))
      return 0;
  return y[0] * y[1];
}
} // namespace status

namespace table {
static double best(const V &v, bool (*better)(double, double)) {
  double b = v[0];
  for (double x : v)
    if (better(x, b))
      b = x;
  return b;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  bool (*ops[])(double, double) = {lt, gt};
  double s = 0;
  for (auto op : ops)
    s += best(v, op) * v[2];
  return s;
}
} // namespace table

namespace idx {
static int argmax(const V &v) {
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (v[i] > v[k])
      k = i;
  return k;
}
static int argmin(const V &v) {
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (v[i] < v[k])
      k = i;
  return k;
}
static double pick(const V &v, int (*which)(const V &)) { return v[which(v)] * which(v); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  double s = pick(w, argmax);
  w[argmax(w)] = 0.01 * v[1];
  return s + pick(w, argmax) * pick(w, argmin) + w[1];
}
} // namespace idx

namespace member {
struct Opt {
  bool (*stop)(double);
  int (*next)(int);
  double run(double x) const {
    int i = 0;
    while (!stop(x) && i < 20) {
      x = x * 0.7 + 0.1;
      i = next(i);
    }
    return x * i;
  }
};
static bool small(double x) { return x < 0.6; }
static int inc(int i) { return i + 1; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Opt o{small, inc};
  return o.run(v[0]) * o.run(v[2]);
}
} // namespace member

namespace choice {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  bool (*op)(double, double) = v[0] > 1 ? lt : gt;
  double s = op(v[1], v[2]) ? v[1] * v[2] : v[3];
  return op(s, 1.0) ? s * s : s;
}
} // namespace choice

int main() {
  CHECK_CASE_TWICE(pred);
  CHECK_CASE_TWICE(sortp);
  CHECK_CASE_TWICE(tmpl);
  CHECK_CASE_TWICE(local);
  CHECK_CASE_TWICE(cmp);
  CHECK_CASE_TWICE(status);
  CHECK_CASE_TWICE(table);
  CHECK_CASE_TWICE(idx);
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(choice);
  return finish();
}
