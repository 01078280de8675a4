// Aggregates on the heap, and in parentheses.
#include "vectors.h"
#include <map>
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct T {
  double a, b;
};
struct U : T {
  double c = 2;
};
struct W {
  double x;
  V w{1, 2};
};
#if __cplusplus >= 202002L
BOTH double aggregates(const V &v) {
  T t(v[0], v[1]);
  U u(t, v[2]);
  U k(t);
  return t.a * u.b * u.c * k.c;
}
BOTH double emplaced(const V &v) {
  std::vector<T> t;
  t.emplace_back(v[0], v[1]);
  t.emplace_back(v[2]);
  return t[0].a * t[0].b + t[1].a + t[1].b;
}
BOTH double on_the_heap(const V &v) {
  auto p = std::make_unique<T>(v[0], v[1]);
  auto q = std::make_unique<T>(T{v[0], 2 * v[1]});
  auto r = std::make_shared<T>(*q);
  return p->a * q->b + r->a * p->b;
}
#endif
BOTH double by_move(const V &v) {
  auto p = std::make_unique<W>(W{v[0]});
  p->w[1] *= v[1];
  auto q = std::make_shared<W>(*p);
  q->w[0] += v[2];
  return p->x * p->w[1] * q->w[0] * q->w[1];
}
#if __cplusplus >= 202002L
BOTH double in_maps(const V &v) {
  std::map<int, T> m;
  m.emplace(2, T(v[0], v[1]));
  m.emplace(3, T(v[1], v[2]));
  return m[2].a * m[3].b;
}
#endif
BOTH double new_objects(const V &v) {
  W *p = new W{v[0], {v[1], 2}};
  W *q = new W(*p);
  auto *r = new W{v[1]};
  q->w[1] *= v[2];
  r->w.push_back(v[0]);
  double s = p->w[0] * q->w[1] * p->w[1] * q->x + r->w[2] * r->x;
  delete p;
  delete q;
  delete r;
  return s;
}
struct Impl {
  V w;
  int n = 2;
  double k = 1;
};
class Pimpl {
  std::unique_ptr<Impl> p;

public:
  explicit Pimpl(const V &v) : p(new Impl{v, 3}) {}
  double run() {
    p->w[0] *= p->w[1] * p->k;
    p->k += p->w[0];
    return p->w[0] * p->k * p->n;
  }
};
BOTH double pimpl(const V &v) {
  Pimpl a(v);
  return a.run() + a.run();
}
BOTH double owned(const V &v) {
  std::vector<std::unique_ptr<Impl>> all;
  all.push_back(std::make_unique<Impl>(Impl{v, 1, 3}));
  all.emplace_back(new Impl{{v[1], v[2]}});
  Impl one;
  one.w = {v[3]};
  all.push_back(std::make_unique<Impl>(one));
  double s = 0;
  for (auto &p : all) {
    p->w[0] *= v[1];
    s += p->w[0] * p->k * p->w.size();
  }
  return s + one.w[0];
}

struct Larger : W {
  double more = 3;
};
BOTH double sliced(const V &v) {
  Larger a;
  a.x = v[0];
  a.w[1] = v[1];
  a.more = v[2];
  W *p = new W(a);
  a.w[1] *= 2;
  p->w.push_back(v[3]);
  const double s = p->x * p->w[1] * p->w[2] + a.w[1] * a.more;
  delete p;
  return s;
}

class Hidden {
  Hidden() = default;

public:
  V w;
  double k = 1;
  Hidden(const Hidden &) = default;
  static Hidden make(const V &v) {
    Hidden h;
    h.w = v;
    return h;
  }
};
BOTH double without_public_default(const V &v) {
  Hidden h = Hidden::make(v);
  Hidden *p = new Hidden(h);
  p->w[0] *= v[1];
  const double s = p->w[0] * p->k * h.w[0];
  delete p;
  return s;
}
struct Fixed {
  V w;
  const int n = 3;
};
BOTH double with_constant(const V &v) {
  Fixed *k = new Fixed{v};
  const double s = k->w[0] * k->w[1] * k->n;
  delete k;
  return s;
}

int main() {
  CHECK_TWICE(without_public_default);
  CHECK_TWICE(with_constant);
  CHECK_TWICE(sliced);
#if __cplusplus >= 202002L
  CHECK_TWICE(aggregates);
  CHECK_TWICE(emplaced);
  CHECK_TWICE(on_the_heap);
#endif
  CHECK_TWICE(by_move);
#if __cplusplus >= 202002L
  CHECK_TWICE(in_maps);
#endif
  CHECK_TWICE(new_objects);
  CHECK_TWICE(pimpl);
  CHECK_TWICE(owned);
  return finish();
}
