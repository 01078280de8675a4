// Vectors of vectors that are assigned as a whole, behind pointers and to themselves.
#include "vectors.h"
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

using R = std::vector<V>;
static void put(R *a, const R *b) { *a = *b; }
static void put2(R &a, const R &b) { a = b; }
BOTH double by_pointer(const V &v) {
  R a(2, v), b(1, V(2, v[1]));
  put(&a, &b);
  a[0][1] *= v[2];
  put(&a, &a);
  put2(b, a);
  b[0][0] += v[3];
  put2(b, b);
  return a[0][1] * b[0][0];
}
BOTH double of_rows(const V &v) {
  std::vector<R> t(2, R(2, v));
  t[0][1][2] *= v[0];
  t[1] = t[0];
  t[0] = R{{v[1]}, {v[2], v[3]}};
  t[0][0].push_back(v[0]);
  t[1] = t[1];
  return t[1][1][2] * t[0][1][1] * t[0][0][1];
}
struct S {
  R r;
  void swap_in(const R &o) {
    r = o;
    r[0][0] *= 2;
  }
};
BOTH double in_objects(const V &v) {
  auto p = std::make_unique<S>();
  R w(2, V(2, v[0]));
  p->r = w;
  w[0][1] += v[1];
  p->r[1][1] *= v[2];
  double s = p->r[1][1] * p->r[0][1];
  p->swap_in(w);
  p->swap_in(p->r);
  return s * p->r[0][0] * p->r[0][1];
}

int main() {
  CHECK_TWICE(by_pointer);
  CHECK_TWICE(of_rows);
  CHECK_TWICE(in_objects);
  return finish();
}
