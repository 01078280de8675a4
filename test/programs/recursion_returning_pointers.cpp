// Recursive functions that return pointers: to what they make, find, or were given.
#include "arrays.h"
#include "scalars.h"
#include <algorithm>

namespace in_inserted {
struct Node {
  double key;
  Node *left = nullptr, *right = nullptr;
  explicit Node(double k) : key(k) {}
};
static Node *insert(Node *root, double key) {
  if (!root)
    return new Node(key);
  if (key < root->key)
    root->left = insert(root->left, key);
  else
    root->right = insert(root->right, key);
  return root;
}
static double weighted(const Node *t, int depth) {
  return t ? depth * std::sin(t->key) + weighted(t->left, depth + 1) + weighted(t->right, depth + 1)
           : 0;
}
static void destroy(Node *t) {
  if (!t)
    return;
  destroy(t->left);
  destroy(t->right);
  delete t;
}
[[ad::differentiate(forward, reverse)]]
double inserted(const double *x, int n) {
  Node *root = nullptr;
  for (int i = 0; i < n; ++i)
    root = insert(root, x[i] * x[i]);
  double s = weighted(root, 1);
  destroy(root);
  return s;
}
} // namespace in_inserted

namespace in_rebuilt {
struct N {
  double v;
  N *l, *r;
};
static N *build(const double *x, int lo, int hi) {
  if (lo >= hi)
    return nullptr;
  int m = (lo + hi) / 2;
  return new N{x[m], build(x, lo, m), build(x, m + 1, hi)};
}
static double total(N *t) { return t ? t->v * t->v + 0.5 * total(t->l) + 2 * total(t->r) : 0; }
static void kill(N *t) {
  if (t) {
    kill(t->l);
    kill(t->r);
    delete t;
  }
}
[[ad::differentiate(forward, reverse)]]
double rebuilt(const double *x, int n) {
  double y[4] = {x[0], x[1], x[2], x[3]};
  double s = 0;
  for (int step = 0; step < 3; ++step) {
    N *t = build(y, 0, n);
    double e = total(t);
    kill(t);
    for (int i = 0; i < n; ++i)
      y[i] -= 0.01 * y[i] * e;
    s += e;
  }
  return s;
}
} // namespace in_rebuilt

namespace in_found {
struct Node {
  double key, w;
  Node *left, *right;
};
static Node *find(Node *t, double k) {
  if (!t || t->key == k)
    return t;
  return k < t->key ? find(t->left, k) : find(t->right, k);
}
static const Node *leftmost(const Node *t) { return t->left ? leftmost(t->left) : t; }
[[ad::differentiate(forward, reverse)]]
double found(double x, double y) {
  Node a{1, x, nullptr, nullptr}, b{3, y, nullptr, nullptr}, r{2, x * y, &a, &b};
  Node *p = find(&r, 3);
  if (p)
    p->w *= 2;
  double s = find(&r, 1)->w * find(&r, 2)->w + b.w;
  for (int i = 0; i < 3; ++i)
    if (Node *q = find(&r, i))
      s += q->w * i;
  return s * leftmost(&r)->w;
}
} // namespace in_found

namespace in_copied {
struct T {
  double v;
  T *kid[2];
};
static T *copy(const T *t, double k) {
  if (!t)
    return nullptr;
  T *c = new T;
  c->v = t->v * k;
  for (int i = 0; i < 2; ++i)
    c->kid[i] = copy(t->kid[i], k);
  return c;
}
static T *mk(double v, T *a, T *b) {
  T *t = new T;
  t->v = v;
  t->kid[0] = a;
  t->kid[1] = b;
  return t;
}
static double sum(const T *t) { return t ? t->v * t->v + sum(t->kid[0]) * sum(t->kid[1]) : 1; }
static void drop(T *t) {
  if (t) {
    drop(t->kid[0]);
    drop(t->kid[1]);
    delete t;
  }
}
[[ad::differentiate(forward, reverse)]]
double copied(double x, double y) {
  T *a = mk(x, mk(y, nullptr, nullptr), nullptr), *b = copy(a, y);
  T *c = mk(x * y, a, copy(b, x));
  double s = sum(c) + sum(b);
  drop(c);
  drop(b);
  return s;
}
} // namespace in_copied

namespace in_balanced {
struct N {
  double k;
  int h = 1;
  N *l = nullptr, *r = nullptr;
  N(double v) : k(v) {}
};
static int ht(N *n) { return n ? n->h : 0; }
static void upd(N *n) { n->h = 1 + std::max(ht(n->l), ht(n->r)); }
static N *rotR(N *y) {
  N *x = y->l;
  y->l = x->r;
  x->r = y;
  upd(y);
  upd(x);
  return x;
}
static N *rotL(N *x) {
  N *y = x->r;
  x->r = y->l;
  y->l = x;
  upd(x);
  upd(y);
  return y;
}
static N *ins(N *n, double k) {
  if (!n)
    return new N(k);
  if (k < n->k)
    n->l = ins(n->l, k);
  else
    n->r = ins(n->r, k);
  upd(n);
  int b = ht(n->l) - ht(n->r);
  if (b > 1 && k < n->l->k)
    return rotR(n);
  if (b < -1 && k >= n->r->k)
    return rotL(n);
  if (b > 1) {
    n->l = rotL(n->l);
    return rotR(n);
  }
  if (b < -1) {
    n->r = rotR(n->r);
    return rotL(n);
  }
  return n;
}
static double walk(N *n, int d) {
  return n ? n->k * n->k * d + walk(n->l, d + 1) + walk(n->r, d + 2) : 0;
}
static void fr(N *n) {
  if (!n)
    return;
  fr(n->l);
  fr(n->r);
  delete n;
}
[[ad::differentiate(forward, reverse)]]
double balanced(const double *x, int n) {
  N *root = nullptr;
  for (int i = 0; i < n; ++i)
    root = ins(root, x[i] + 0.1 * i);
  double s = walk(root, 1);
  fr(root);
  return s;
}
} // namespace in_balanced

namespace in_removed {
struct N {
  double k;
  N *l, *r;
};
static N *ins(N *n, double k) {
  if (!n) {
    N *t = new N;
    t->k = k;
    t->l = t->r = nullptr;
    return t;
  }
  if (k < n->k)
    n->l = ins(n->l, k);
  else
    n->r = ins(n->r, k);
  return n;
}
static N *minNode(N *n) {
  while (n->l)
    n = n->l;
  return n;
}
static N *rem(N *n, double k) {
  if (!n)
    return nullptr;
  if (k < n->k)
    n->l = rem(n->l, k);
  else if (k > n->k)
    n->r = rem(n->r, k);
  else {
    if (!n->l) {
      N *t = n->r;
      delete n;
      return t;
    }
    if (!n->r) {
      N *t = n->l;
      delete n;
      return t;
    }
    N *m = minNode(n->r);
    n->k = m->k;
    n->r = rem(n->r, m->k);
  }
  return n;
}
static double walk(N *n, int d) {
  return n ? n->k * n->k * d + walk(n->l, d + 1) + walk(n->r, d + 2) : 0;
}
static void fr(N *n) {
  if (!n)
    return;
  fr(n->l);
  fr(n->r);
  delete n;
}
[[ad::differentiate(forward, reverse)]]
double removed(const double *x, int n) {
  N *root = nullptr;
  for (int i = 0; i < n; ++i)
    root = ins(root, x[i]);
  double s = walk(root, 1);
  root = rem(root, x[0]);
  s += walk(root, 1) * x[1];
  fr(root);
  return s;
}
} // namespace in_removed

namespace in_sorted {
struct N {
  double v;
  N *next;
};
static N *merge(N *a, N *b) {
  if (!a)
    return b;
  if (!b)
    return a;
  if (a->v < b->v) {
    a->next = merge(a->next, b);
    return a;
  }
  b->next = merge(a, b->next);
  return b;
}
static N *sort(N *h) {
  if (!h || !h->next)
    return h;
  N *s = h, *f = h->next;
  while (f && f->next) {
    s = s->next;
    f = f->next->next;
  }
  N *b = s->next;
  s->next = nullptr;
  return merge(sort(h), sort(b));
}
[[ad::differentiate(forward, reverse)]]
double sorted(const double *x, int n) {
  N nodes[8];
  for (int i = 0; i < n; ++i) {
    nodes[i].v = x[i] * x[i];
    nodes[i].next = i + 1 < n ? &nodes[i + 1] : nullptr;
  }
  double s = 0, k = 1;
  for (N *p = sort(nodes); p; p = p->next)
    s += k++ * p->v;
  return s;
}
} // namespace in_sorted

int main() {
  CHECK_ARRAY(in_inserted::inserted, {0.9, 0.3, 1.4, 0.1, 1.1});
  CHECK_ARRAY(in_rebuilt::rebuilt, {0.9, 0.3, 1.4, 0.1});
  CHECK_SCALARS(in_found::found, {0.7, 0.3});
  CHECK_SCALARS(in_copied::copied, {0.7, 0.3});
  CHECK_ARRAY(in_balanced::balanced, {0.1, 0.3, 0.5, 0.7, 0.2, 0.05});
  CHECK_ARRAY(in_removed::removed, {0.4, 0.3, 0.5, 0.7, 0.2, 0.45});
  CHECK_ARRAY(in_sorted::sorted, {0.4, 0.3, 0.5, 0.7, 0.2, 0.45});
  return finish();
}
