// Overloads that are chosen by whether the object may be changed, of copies and of what is passed
// on.
#include "vectors.h"
#include <utility>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace consts {
struct Flags {
  int d[3] = {1, 2, 3};
  double w = 2;
  int at(int i) {
    int s = 0;
    for (int k = 0; k <= i; ++k)
      s += d[k];
    return s + 100;
  }
  int at(int i) const {
    int s = 0;
    for (int k = 0; k <= i; ++k)
      s += d[k];
    return s;
  }
  double wt(double x) { return w * x * 3; }
  double wt(double x) const { return w * x; }
};
static int byval(Flags g, int i) { return g.at(i); }
static int bycval(const Flags g, int i) { return g.at(i); }
static double byvald(Flags g, double i) { return g.wt(i) + g.at(1); }
struct H {
  Flags g;
  const Flags c;
  mutable Flags m;
  int both(int i) const { return g.at(i) + 10 * c.at(i) + 100 * m.at(i); }
  int all(int i) { return g.at(i) + 10 * c.at(i) + 100 * m.at(i); }
};
static Flags make(int i) {
  Flags r;
  r.d[0] = i;
  return r;
}
BOTH double f(const V &v) {
  Flags g;
  const Flags c;
  Flags h = g;
  auto lam = [g](int i) { return g.at(i); };
  auto mut = [g](int i) mutable { return g.at(i); };
  H o{g, g, g};
  const H oc{g, g, g};
  double x = v[0] * g.at(1) + v[1] * c.at(1) + v[2] * h.at(2) + v[3] * make(4).at(1);
  x += v[0] * byval(g, 1) + v[1] * byval(c, 1) + v[2] * bycval(g, 1) + v[3] * bycval(c, 2) +
       v[0] * byvald(c, v[1]) + byvald(g, v[2]);
  x += v[0] * lam(1) + v[1] * mut(2) + v[2] * o.both(1) + v[3] * o.all(1) + v[0] * oc.both(2) +
       v[1] * oc.g.at(1) + v[2] * oc.m.at(1) + v[3] * o.g.at(1) + v[0] * o.c.at(1);
  std::vector<Flags> vec(2);
  const std::vector<Flags> cvec(2);
  x += v[0] * vec[1].at(1) + v[1] * cvec[1].at(1) + v[3] * std::as_const(vec)[0].at(1);
  for (Flags &e : vec)
    x += v[0] * e.at(1);
  for (const Flags &e : vec)
    x += v[1] * e.at(2);
  for (Flags e : cvec)
    x += v[2] * e.at(2);
  Flags *p = &g;
  const Flags *q = &g;
  const Flags *arr = vec.data();
  x += v[0] * p->at(0) + v[1] * q->at(0) + v[2] * arr[1].at(0) + v[3] * p->wt(v[2]) +
       q->wt(v[1]) * arr[1].wt(v[0]) + c.wt(v[0]) + h.wt(v[1]) + make(1).wt(v[0]);
  return x;
}
} // namespace consts

namespace paramref { // by-value copies of a const reference
struct Flags {
  int d[3] = {1, 2, 3};
  double w = 2;
  int at(int i) {
    int s = 0;
    for (int k = 0; k <= i; ++k)
      s += d[k];
    return s + 100;
  }
  int at(int i) const {
    int s = 0;
    for (int k = 0; k <= i; ++k)
      s += d[k];
    return s;
  }
  int operator[](int i) { return at(i) * 3; }
  int operator[](int i) const { return at(i) * 5; }
  BOTH double wt(double x) { return w * x * 3; }
  BOTH double wt(double x) const { return w * x; }
  static int own(Flags &f) { return f.at(0); }
  static int own(const Flags &f) { return f.at(1); }
};
static double byvald(Flags g, double i) { return g.wt(i) + g.at(1) + g[2] + Flags::own(g); }
static double bycref(const Flags &g, double i) { return g.wt(i) + g.at(1) + g[2] + Flags::own(g); }
static double byref(Flags &g, double i) { return g.wt(i) + g.at(1) + g[2] + Flags::own(g); }
static double byptr(const Flags *g, double i) {
  return g->wt(i) + g->at(1) + (*g)[2] + Flags::own(*g);
}
static double bympt(Flags *g, double i) { return g->wt(i) + g->at(1) + (*g)[2] + Flags::own(*g); }
template <class T> double any(T &g, double i) { return g.wt(i) + g.at(1) + g[2] + Flags::own(g); }
struct Inner {
  Flags g;
  double use(double x) { return g.wt(x) + g.at(1); }
  double use(double x) const { return g.wt(x) + g.at(2); }
};
BOTH double h(const V &v, const Flags &c, Flags &g, const Flags *p, Flags *q, Flags byv) {
  double x = byvald(c, v[0]) + byvald(g, v[1]) * byvald(*p, v[2]) + byvald(byv, v[3]);
  x += bycref(c, v[0]) + bycref(g, v[1]) * bycref(*p, v[2]) + bycref(byv, v[3]) + bycref(*q, v[1]);
  x += byref(g, v[0]) + byref(*q, v[1]) * byref(byv, v[2]);
  x += byptr(p, v[0]) + byptr(q, v[1]) + byptr(&c, v[1]) * byptr(&g, v[2]) * byptr(&byv, v[1]);
  x += bympt(q, v[0]) + bympt(&g, v[1]) * bympt(&byv, v[2]);
  x += any(c, v[0]) * any(g, v[1]) + any(*p, v[2]) * any(*q, v[0]);
  Inner in{c};
  const Inner cin{g};
  const Inner &rin = in;
  const Inner *pin = &in;
  x += in.use(v[0]) * cin.use(v[1]) + rin.use(v[2]) * pin->use(v[3]);
  return x;
}
BOTH double f(const V &v) {
  Flags a, b, c;
  b.w = v[0];
  return h(v, a, b, &c, &b, a);
}
} // namespace paramref

int main() {
  CHECK_CASE_TWICE(consts);
  CHECK_CASE_TWICE(paramref);
  return finish();
}
