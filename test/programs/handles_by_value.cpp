// Objects with pointers, passed by value to callees that are reversed as a pair of sweeps: where
// the pointers led when the call was made, not where the caller's object leads later.
#include "vectors.h"
#include <array>
#include <utility>
using V = std::vector<double>;
struct Span {
  double *p;
  int n;
};
struct Wide {
  double k;
  double *p;
  int n;
};
struct Outer {
  Wide w[2];
  double z;
};
static double use(Span s, double k) {
  double a = 0;
  for (int i = 0; i < s.n; ++i) {
    if (a > 1e3)
      return a;
    a += s.p[i] * s.p[0] * k;
    s.p[i] *= 1.1;
  }
  return a;
}
static double wide(Wide s, double k) {
  double a = s.k;
  for (int i = 0; i < s.n; ++i) {
    if (a > 1e3)
      return a;
    a += s.p[i] * s.k * k;
    s.p[i] *= s.k;
    s.k *= 1.1;
  }
  return a;
}
static double numbers(Wide s, double k) {
  double a = s.k;
  for (int i = 0; i < s.n; ++i) {
    if (a > 1e3)
      return a;
    a += s.k * a * k;
  }
  return a;
}
static double changed(Wide s, double k) {
  double a = s.k;
  for (int i = 0; i < s.n; ++i) {
    if (a > 1e3)
      return a;
    s.k *= 1.1;
    a += s.k * a * k;
  }
  return a;
}
static double both(const Wide &s, double k) { return wide(s, k) * use(Span{s.p, 2}, s.k); }
static double arrays(std::array<double *, 2> q, double k) {
  double a = 0;
  for (int i = 0; i < 2; ++i) {
    if (a > 1e3)
      return a;
    a += q[i][0] * k;
    q[i][0] *= a;
  }
  return a;
}
static double outer(Outer o, double k) {
  double a = o.z;
  for (int i = 0; i < 2; ++i) {
    if (a > 1e3)
      return a;
    a += o.w[i].p[0] * k * o.w[i].k;
    o.w[i].p[0] *= a;
    std::swap(o.w[0], o.w[1]);
  }
  return a;
}
static double recursive(Span s, int k) {
  if (k == 0)
    return s.p[0];
  s.p[0] *= s.p[s.n - 1];
  Span t{s.p + (s.n > 1), s.n - (s.n > 1)};
  double a = recursive(t, k - 1);
  if (a > 1e3)
    return a;
  return a * s.p[0] + recursive(s, k - 1);
}
[[ad::differentiate(forward, reverse)]]
double relinked(const V &x) {
  double b[4] = {x[0], x[1], x[2], 1}, c[3] = {x[2], x[1], 1};
  Span s{b, 4};
  double t = use(s, x[0]);
  s.p = c;
  s.n = 3;
  t += use(s, t);
  s.p = b;
  return t * use(s, x[1]) + b[1] * c[2] + recursive(Span{b, 4}, 3);
}
[[ad::differentiate(forward, reverse)]]
double inLoops(const V &x) {
  double b[4] = {x[0], x[1], x[2], 1}, c[3] = {x[2], x[1], 1};
  double t = 1;
  Wide w{x[0], b, 3};
  for (int i = 0; i < 3; ++i) {
    Span s{i % 2 ? b : c + i / 2, 2};
    t += use(s, t) * 0.1 + use(Span{i % 2 ? b : c, 2}, t) * 0.1;
    if (i == 1)
      s.p = c;
    t += use(s, x[i]) + s.p[0] + wide(Wide{x[i], i % 2 ? c : b, 2}, t) * 0.1;
    t += wide(w, t) * 0.1;
    w.k *= t * 0.1;
    if (i == 1)
      w.p = c;
    t += both(w, x[i]) * 0.01 + changed(w, t) * 0.01 + numbers(w, t) * 0.01;
  }
  return t + b[1] * c[2] * w.k;
}
[[ad::differentiate(forward, reverse)]]
double nested(const V &x) {
  double b[4] = {x[0], x[1], x[2], 1}, c[3] = {x[2], x[1], 1};
  double t = 1;
  for (int i = 0; i < 3; ++i) {
    std::array<double *, 2> q{c, b + 1};
    t += arrays({b, c}, t) * 0.1 + arrays(q, t) * 0.1;
    q[0] = b;
    t += *q[0];
    Outer o{{{x[0], b, 1}, {x[1], c, 1}}, t};
    t += outer(o, t) * 0.01;
    std::swap(o.w[0], o.w[1]);
    o.z *= t;
    t += outer(o, t) * 0.01 + outer(Outer{{{t, c, 1}, {x[1], b + 2, 1}}, t}, 0.1);
  }
  return t + b[1] * c[2];
}
int main() {
  CHECK_VECTOR(relinked, {0.3, 0.7, 1.1});
  CHECK_VECTOR(inLoops, {0.3, 0.7, 1.1});
  CHECK_VECTOR(nested, {0.3, 0.7, 0.1});
  return finish();
}
