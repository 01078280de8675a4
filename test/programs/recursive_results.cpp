// Recursive functions that return plain objects with pointers.
#include "vectors.h"
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

// Pairs of trees, split and merged.
namespace treaps {
struct N {
  double v;
  int key, pri;
  N *l, *r;
};
using PP = std::pair<N *, N *>;
static PP split(N *n, int k) {
  if (!n)
    return {nullptr, nullptr};
  if (n->key < k) {
    auto [a, b] = split(n->r, k);
    n->r = a;
    n->v *= 1.1;
    return {n, b};
  }
  PP p = split(n->l, k);
  n->l = p.second;
  return PP(p.first, n);
}
static N *merge(N *a, N *b) {
  if (!a || !b)
    return a ? a : b;
  if (a->pri > b->pri) {
    a->r = merge(a->r, b);
    return a;
  }
  b->l = merge(a, b->l);
  return b;
}
static double sum(const N *n, double d) {
  return n ? n->v * n->v * d + sum(n->l, d * 0.5) + sum(n->r, d * 2) : 0;
}
static void destroy(N *n) {
  if (n) {
    destroy(n->l);
    destroy(n->r);
    delete n;
  }
}
BOTH double f(const V &v) {
  N *root = nullptr;
  for (int i = 0; i < 4; ++i) {
    PP p = split(root, i * 7 % 4);
    N *n = new N{v[i], i * 7 % 4, i * 5 % 3, nullptr, nullptr};
    root = merge(merge(p.first, n), p.second);
  }
  double s = sum(root, 1);
  PP q = split(root, 2);
  s += sum(q.first, v[0]) * sum(q.second, 3);
  destroy(q.first);
  destroy(q.second);
  return s;
}
} // namespace treaps

// A pointer and a number; both are read and written later.
namespace searches {
struct N {
  double v;
  N *l, *r;
};
struct Best {
  N *at;
  double value;
};
static Best find(N *n, double scale) {
  if (!n)
    return {nullptr, -1e9};
  Best a = find(n->l, scale * 0.5), b = find(n->r, scale * 2);
  Best here{n, n->v * scale};
  if (a.value > here.value)
    here = a;
  if (b.value > here.value)
    return b;
  return here;
}
BOTH double f(const V &v) {
  N ns[4] = {{v[0], 0, 0}, {v[1], 0, 0}, {v[2], 0, 0}, {v[3], 0, 0}};
  ns[0].l = &ns[1];
  ns[0].r = &ns[2];
  ns[1].r = &ns[3];
  Best b = find(ns, v[0]);
  b.at->v *= v[1];
  Best c = find(ns, 1);
  return b.value * c.value + c.at->v;
}
} // namespace searches

// Both ends of a list that is reversed, in a loop.
namespace lists {
struct N {
  double v;
  N *next;
};
struct Ends {
  N *head, *tail;
};
static Ends reverse(N *n) {
  if (!n->next)
    return Ends{n, n};
  Ends e = reverse(n->next);
  e.tail->next = n;
  n->next = nullptr;
  e.tail->v += n->v * 0.5;
  return Ends{e.head, n};
}
BOTH double f(const V &v) {
  N c{v[2], nullptr}, b{v[1], &c}, a{v[0], &b};
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    Ends e = reverse(k ? &c : &a);
    e.tail->v *= v[3];
    double w = 1;
    for (N *n = e.head; n; n = n->next)
      s += n->v * n->v * w++;
  }
  return s;
}
} // namespace lists

// A result that nobody reads, and one of which a part is read.
namespace unused {
struct N {
  double v;
  N *next;
};
struct Ends {
  N *head, *tail;
};
static Ends scale(N *n, double k) {
  n->v *= k;
  if (!n->next)
    return {n, n};
  Ends e = scale(n->next, k * k);
  e.head = n;
  return e;
}
BOTH double f(const V &v) {
  N c{v[2], nullptr}, b{v[1], &c}, a{v[0], &b};
  scale(&a, v[3]);
  double t = scale(&b, v[0]).tail->v;
  return a.v + b.v * c.v * t;
}
} // namespace unused

// No recursion, but returns from inside of a loop.
namespace loops {
struct N {
  double v;
  N *next;
};
struct Found {
  N *at;
  double before;
};
static Found find(N *n, double x) {
  double b = 0;
  for (; n; n = n->next) {
    if (n->v > x)
      return {n, b};
    b += n->v * n->v;
  }
  return {nullptr, b};
}
BOTH double f(const V &v) {
  N c{v[2], nullptr}, b{v[1], &c}, a{v[0], &b};
  Found q = find(&a, 1.2), w = find(&a, 100);
  double s = q.before + w.before;
  if (q.at) {
    q.at->v *= v[3];
    s += q.at->v;
  }
  return s + a.v * b.v * c.v;
}
} // namespace loops

// What the caller's memory is led to.
namespace callers {
struct Range {
  int n;
  const double *p;
};
static Range range(const double *p, int n) {
  if (n > 0 && p[0] <= 1)
    return range(p + 1, n - 1);
  return {n, p};
}
BOTH double f(const V &v) {
  Range r = range(v.data(), v.size());
  return r.n ? r.p[0] * r.p[0] * r.n + v[3] : v[0] * v[1];
}
} // namespace callers

int main() {
  CHECK_CASE_TWICE(treaps);
  CHECK_CASE_TWICE(searches);
  CHECK_CASE_TWICE(lists);
  CHECK_CASE_TWICE(unused);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(callers);
  return finish();
}
