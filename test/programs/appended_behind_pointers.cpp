// Values that are appended to the vector in which they are: through pointers, references,
// iterators.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace onheap0 {
struct A {
  V it;
  int l;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto *a = new A;
  a->it = v;
  a->l = 1;
  double *r = &a->it[a->l];
  *r *= v[0];
  a->it.push_back(*r);
  double s = a->it[4] * a->it[1];
  delete a;
  return s;
}
} // namespace onheap0

namespace onheap2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a;
  a = v;
  double *r = &a[1];
  *r *= v[0];
  a.push_back(*r);
  double s = a[4] * a[1];
  return s;
}
} // namespace onheap2

namespace onheap3 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> a{v, v};
  V *r = &a[1];
  (*r)[0] *= v[0];
  double *q = &a[0][2];
  a.push_back(*r);
  a.push_back(V{*q * v[1], *q});
  double s = a[2][0] * a[3][0] * a[1][0] + a[3][1];
  return s;
}
} // namespace onheap3

namespace recs {
struct P {
  double x, y;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> a{{v[0], v[1]}, {v[2], v[3]}};
  P *p = &a[1];
  P &q = a[0];
  for (int i = 0; i < 3; i++) {
    a.push_back(*p);
    p = &a.back();
    p->x *= v[i];
    a.push_back({p->y * 2, p->x});
    p = &a[1];
  }
  double s = q.x;
  s = 0;
  for (auto &e : a)
    s += e.x * e.y;
  return s;
}
} // namespace recs

namespace iters {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a(v);
  auto it = a.begin() + 1;
  *it *= v[0];
  a.push_back(*it * *it);
  it = a.begin();
  a.push_back(*it + it[1]);
  return a[4] * a[5];
}
} // namespace iters

namespace cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a(v);
  double *p = v[0] > 1 ? &a[0] : &a[1];
  *p *= v[2];
  a.push_back(v[1] > 1 ? *p : *p * *p);
  return a[4] * a[0] * a[1];
}
} // namespace cond

namespace one_of_two_elements {
[[ad::differentiate(forward, reverse)]]
static double more(V &w, double s, int d) {
  if (w.size() < 6)
    w.insert(w.begin() + 1, d == 1 ? w.at(1) : w[2]);
  if (w.size() < 9)
    w.push_back(d == 1 ? w[0] : w.at(1));
  return w[1] * w[2] * w.back() * s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  return more(w, v[1], 1) + more(w, v[0], 2);
}
} // namespace one_of_two_elements

namespace smaller_of_two_elements {
[[ad::differentiate(forward, reverse)]]
static double more(V &w, double s) {
  w.insert(w.begin() + 1, std::min(w.at(1), w[0]));
  w.insert(w.begin(), 2, std::max(w.at(0), s));
  w.push_back(std::min(w[0], s));
  return w[1] * w[2] * w.back() * w[3] * s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  return more(w, v[1]) + more(w, v[0]);
}
} // namespace smaller_of_two_elements

int main() {
  CHECK_CASE_TWICE(onheap0);
  CHECK_CASE_TWICE(onheap2);
  CHECK_CASE_TWICE(onheap3);
  CHECK_CASE_TWICE(recs);
  CHECK_CASE_TWICE(iters);
  CHECK_CASE_TWICE(cond);
  CHECK_CASE_TWICE(one_of_two_elements);
  CHECK_CASE_TWICE(smaller_of_two_elements);
  return finish();
}
