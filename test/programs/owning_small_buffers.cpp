// Objects that point into themselves, that delete themselves; rows of fixed length on the heap.
#include "arrays.h"
#define BOTH [[ad::differentiate(forward, reverse)]]
struct Sbo {
  double buf[4];
  double *at;
  Sbo() : at(buf) {}
  Sbo(const Sbo &o) : at(buf) { buf[0] = o.buf[0]; }
  ~Sbo() {
    if (at != buf)
      delete[] at;
  }
  void grow() {
    double *f = new double[8];
    f[0] = at[0];
    if (at != buf)
      delete[] at;
    at = f;
  }
};
Sbo mk(double x) {
  Sbo s;
  s.at[0] = x * x;
  return s;
}
BOTH double w6(const double *x, int n) {
  double r = 0;
  for (int k = 0; k < 2; ++k) {
    Sbo s = mk(x[k]), t(s);
    t.grow();
    t.at[0] *= s.at[0];
    if (k)
      s.grow();
    s.at[0] *= x[1];
    r += s.at[0] * s.buf[0] + t.at[0];
  }
  return r;
}
struct Self {
  double v;
  void die() { delete this; }
};
BOTH double w9(const double *x, int n) {
  Self *s = new Self{x[0]};
  double r = s->v * x[1];
  s->v = r * x[2];
  r += s->v;
  s->die();
  return r;
}
BOTH double w4(const double *x, int n) {
  auto *p = new double[n][3];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      p[i][j] = x[i] * x[j];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i][0] * p[n - 1 - i][2];
  delete[] p;
  return s;
}
int main() {
  CHECK_ARRAY(w6, {0.5, 1.5, -0.75});
  CHECK_ARRAY(w9, {0.5, 1.5, -0.75});
  CHECK_ARRAY(w4, {0.5, 1.5, -0.75});
  return finish();
}
