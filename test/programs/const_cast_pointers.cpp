// Pointers and references that lose their const: what is written through them is theirs.
#include "vectors.h"

using V = std::vector<double>;

[[ad::differentiate(forward, reverse)]] double reference(const V &v) {
  double a = v[0];
  const double &r = a;
  const_cast<double &>(r) *= v[1];
  const double *p = &a;
  *const_cast<double *>(p) += v[2] * a;
  return a * r;
}
[[ad::differentiate(forward, reverse)]] double c_style(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]};
  const double *p = a;
  double *q = (double *)p;
  for (int i = 1; i < 4; ++i)
    q[i] *= p[i - 1];
  return a[0] * a[3];
}
inline void scale(double *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] *= p[0];
}
[[ad::differentiate(forward, reverse)]] double argument(const V &v) {
  V w(v);
  const double *p = w.data() + 1;
  scale(const_cast<double *>(p), 3);
  return w[1] * w[2] * w[3];
}
struct S {
  double x;
  double *get() const { return const_cast<double *>(&x); }
  double &ref() const { return const_cast<S *>(this)->x; }
};
[[ad::differentiate(forward, reverse)]] double members(const V &v) {
  S s{v[0]};
  *s.get() *= v[1];
  s.ref() += v[2] * s.x;
  const S &t = s;
  const_cast<S &>(t).x *= s.x;
  return s.x;
}
struct M {
  double d[4];
  const double &at(int i) const { return d[i]; }
  double &at(int i) { return const_cast<double &>(static_cast<const M &>(*this).at(i)); }
};
[[ad::differentiate(forward, reverse)]] double overloads(const V &v) {
  M m{{v[0], v[1], v[2], v[3]}};
  m.at(1) *= m.at(0);
  m.at(0) += m.at(1) * m.at(2);
  return m.at(0) * m.at(3);
}
[[ad::differentiate(forward, reverse)]] double rows(const V &v) {
  double a[2] = {v[0], v[1]};
  double *rows[2] = {a, a + 1};
  const double *const *cr = rows;
  double **r = const_cast<double **>(cr);
  *r[0] *= *r[1];
  return a[0] * *cr[0];
}

int main() {
  CHECK_VECTOR(reference, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(c_style, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(argument, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(members, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(overloads, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(rows, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
