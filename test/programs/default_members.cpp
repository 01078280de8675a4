// Members with vectors that have default initialisers: their derivatives have as many elements.
#include "vectors.h"
#include <array>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct T {
  V c{1, 2};
  double up(double k) {
    c[1] *= k;
    return c[0] * c[1];
  }
};
struct P {
  V d = {1};
};
struct A {
  double x;
  std::vector<double> c{1, 2};
};
struct M {
  V d;
  explicit M(int n) : d(n, 0.5) {}
};
struct Cfg {
  M w{3};
  double k = 2;
};
struct Rows {
  std::vector<V> r = std::vector<V>(2, V(2, 0.5));
  V each[2] = {V(1, 2.0), {3, 4}};
};
BOTH double vector_from_list(const V &v) {
  T s;
  return s.up(v[0]) * s.up(v[1]);
}
BOTH double grows(const V &v) {
  P s;
  s.d.push_back(v[1]);
  s.d.push_back(v[2]);
  return s.d[1] * s.d[0] * v[0];
}
BOTH double aggregates(const V &v) {
  A z{v[1]};
  z.c[1] *= v[3];
  A y[2] = {{v[1]}, {v[2]}};
  y[1].c[0] += v[0];
  std::vector<A> w;
  w.push_back({v[0]});
  w[0].c[1] *= v[2];
  return z.x * z.c[1] * y[1].c[0] * w[0].c[1] + y[0].c[1];
}
BOTH double object_with_constructor(const V &v) {
  Cfg c;
  c.w.d[1] *= v[0];
  c.k *= v[1];
  Cfg e = c;
  e.w.d[0] *= v[2];
  return c.w.d[1] * c.k * e.w.d[0] * e.w.d[2];
}
BOTH double rows(const V &v) {
  Rows r;
  r.r[1][0] *= v[0];
  r.each[1][1] *= v[1];
  r.each[0].push_back(v[2]);
  return r.r[1][0] * r.r[0][1] * r.each[1][1] * r.each[0][1] * r.each[0][0];
}

int main() {
  CHECK_TWICE(vector_from_list);
  CHECK_TWICE(grows);
  CHECK_TWICE(aggregates);
  CHECK_TWICE(object_with_constructor);
  CHECK_TWICE(rows);
  return finish();
}
