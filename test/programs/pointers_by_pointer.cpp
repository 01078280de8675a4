// Pointers that callees set through their address, read from a list of pointers, or step.
#include "vectors.h"

using V = std::vector<double>;

namespace stepped {
inline double take(double **p) {
  double x = **p;
  ++*p;
  return x;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[0] * v[1]};
  double *p = a;
  double s = 1;
  while (p != a + 4) {
    double *q = p;
    s *= take(&q) + 0.5;
    *p *= s;
    p = q;
  }
  return s + a[0] * a[1] + a[3];
}
} // namespace stepped
namespace chosen {
inline void larger(double *a, double *b, double **out) { *out = *a > *b ? a : b; }
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], b = v[1], c = v[2];
  double *p = nullptr;
  larger(&a, &b, &p);
  *p *= c;
  larger(&b, &c, &p);
  *p *= a;
  double **pp = &p;
  **pp += b;
  return a * b * c + *p;
}
} // namespace chosen
namespace listed {
inline double sum(double *const *rows, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += rows[i][0] * rows[i][1];
  return s;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a[2] = {v[0], v[1]}, b[2] = {v[2], v[0] * v[2]};
  double *rows[3] = {a, b, a};
  double s = sum(rows, 3);
  std::swap(rows[0], rows[1]);
  rows[0][1] *= s;
  return sum(rows, 2) + sum(&rows[1], 2);
}
} // namespace listed
namespace walked {
inline double take(const double **p, int n) {
  double x = **p;
  ++*p;
  return n > 0 ? x * take(p, n - 1) : x;
}
inline double many(const double *p, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s += take(&p, 1) * s;
  return s;
}
inline double grow(double **p) {
  for (int i = 0; i < 2; ++i) {
    if (**p > 5)
      return 1;
    **p *= 1.5;
  }
  ++*p;
  return **p;
}
inline double twice(double *p, double y) {
  double s = grow(&p);
  *p *= y;
  s += grow(&p) * s;
  return s;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  const double *p = v.data();
  double s = take(&p, 1);
  s *= *p;
  double a[3] = {v[0], v[1], v[2]};
  s += many(v.data(), 1) + many(&v[1], 1) + twice(a, v[0]);
  double *q = a;
  for (int i = 0; i < 2; ++i) {
    double *r = q;
    s += grow(&r) * grow(&q);
  }
  return s * a[0] * a[1];
}
} // namespace walked

int main() {
  CHECK_CASE(stepped, {0.7, 1.3, 0.9});
  CHECK_CASE(chosen, {0.7, 1.3, 0.9});
  CHECK_CASE(listed, {0.7, 1.3, 0.9});
  CHECK_CASE(walked, {0.7, 1.3, 0.9});
  return finish();
}
