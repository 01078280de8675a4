// Objects with vectors that carry no derivative become parts of objects that do: the derivatives of
// those parts are zeros, but as many as there are elements.
#include "vectors.h"
#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct M {
  V d;
  explicit M(int n) : d(n) {}
};
struct Block {
  M w, u;
};
struct Deep {
  Block b[2];
  M z;
};
static M init(int n, double s) {
  M w(n);
  for (auto &e : w.d)
    e = s;
  return w;
}
BOTH double constant_second(const V &v) {
  Block b{init(3, v[0]), init(3, 0.5)};
  return b.w.d[0] * b.u.d[1];
}
BOTH double made_in_place(const V &v) {
  M c(3);
  c.d[1] = 0.5;
  Block b{M(3), c};
  b.w.d[0] = v[0];
  return b.w.d[0] * b.u.d[1];
}
BOTH double chosen(const V &v) {
  M c(3), e(2);
  c.d[1] = 0.5;
  e.d[1] = 0.25;
  Block b{M(3), v[0] > 1 ? c : e};
  b.w.d[0] = v[0];
  return b.w.d[0] * b.u.d[1];
}
BOTH double in_arrays(const V &v) {
  M c(3);
  c.d[1] = 0.5;
  Deep b{{{M(3), c}, {c, c}}, c};
  b.b[0].w.d[0] = v[0];
  b.b[1].w.d[0] *= v[1];
  b.z.d[1] *= v[0];
  return b.b[0].w.d[0] * b.b[1].u.d[1] * b.z.d[1] + b.b[1].w.d[0] + b.b[0].u.d[1];
}
BOTH double in_vectors(const V &v) {
  std::vector<M> m{M(2), init(3, 0.5), init(2, v[0])};
  m[0].d[1] = v[1];
  return m[0].d[1] * m[1].d[2] * m[2].d[0];
}
BOTH double in_pairs(const V &v) {
  std::pair<M, M> m{M(2), init(2, v[0])};
  m.first.d[1] += v[1];
  return m.first.d[1] * m.second.d[0];
}
BOTH double in_tuples(const V &v) {
  std::array<M, 2> m{M(2), init(2, v[0])};
  m[0].d[1] += v[1];
  std::tuple<M, double> t{M(2), v[0]};
  std::get<0>(t).d[0] += v[2];
  return m[0].d[1] * m[1].d[0] * std::get<0>(t).d[0];
}
BOTH double behind_pointers(const V &v) {
  M c(3);
  c.d[1] = 0.5;
  M *p = new M(c);
  p->d[0] += v[0];
  Block b{c, *p};
  auto *q = &b;
  double s = q->w.d[1] * q->u.d[0];
  q->w.d[1] *= v[1];
  s *= q->w.d[1];
  delete p;
  return s;
}
struct Net {
  M a, b;
  Net(const M &x, int n) : a(x), b(n) {}
};
BOTH double by_constructors(const V &v) {
  M c(3);
  c.d[1] = 0.5;
  Net t(c, 2);
  t.b.d[1] = v[0];
  t.a.d[1] *= 2;
  Net u = t;
  u.a.d[2] += v[1];
  std::vector<Net> all{t, t};
  all[1].a.d[0] = v[2];
  all.push_back(u);
  return t.a.d[1] * u.b.d[1] + u.a.d[2] * all[1].a.d[0] * all[2].a.d[2];
}
BOTH double in_maps(const V &v) {
  auto m = std::make_unique<M>(3);
  m->d[1] = v[0];
  std::map<int, Block> t;
  t.emplace(1, Block{M(2), M(2)});
  t.at(1).w.d[1] = v[1];
  t.at(1).u.d[0] += 2;
  return m->d[1] * t.at(1).w.d[1] * t.at(1).u.d[0];
}

int main() {
  CHECK_TWICE(constant_second);
  CHECK_TWICE(made_in_place);
  CHECK_TWICE(chosen);
  CHECK_TWICE(in_arrays);
  CHECK_TWICE(in_vectors);
  CHECK_TWICE(in_pairs);
  CHECK_TWICE(in_tuples);
  CHECK_TWICE(behind_pointers);
  CHECK_TWICE(by_constructors);
  CHECK_TWICE(in_maps);
  return finish();
}
