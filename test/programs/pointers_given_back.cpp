// Pointers and places that callees give back, used beside the array into which they lead: where
// they meet an element, their adjoints meet its adjoint.
#include "arrays.h"
#define BOTH [[ad::differentiate(forward, reverse)]]

// Copies x, runs NAME on the copy, and returns a sum of what that leaves.
#define SUM_OF(NAME)                                                                               \
  BOTH double NAME(const double *x, int n) {                                                       \
    double a[8];                                                                                   \
    for (int i = 0; i < n; ++i)                                                                    \
      a[i] = x[i];                                                                                 \
    NAME##_steps(a, n);                                                                            \
    double s = 0;                                                                                  \
    for (int i = 0; i < n; ++i)                                                                    \
      s += (i + 1) * a[i];                                                                         \
    return s;                                                                                      \
  }

static double *find(double *a, int n, double key) {
  if (n == 0 || a[0] > key)
    return a;
  return find(a + 1, n - 1, key);
}
static void by_pointer_steps(double *a, int n) {
  for (int k = 0; k < 4; ++k) {
    double *s = find(a, n - 1, 0.3 * k);
    *s *= a[k];
  }
}
SUM_OF(by_pointer)

static double &place(double *a, int n, double key) {
  if (n == 0 || a[0] > key)
    return a[0];
  return place(a + 1, n - 1, key);
}
static void by_place_steps(double *a, int n) {
  for (int k = 0; k < 4; ++k) {
    double &s = place(a, n - 1, 0.3 * k);
    s *= a[k];
    place(a, n - 1, 0.9) += s;
  }
}
SUM_OF(by_place)

static double *best(double *a, double *b, int n) {
  if (n == 0)
    return *a > *b ? a : b;
  double *r = best(a + 1, b, n - 1);
  return *r > *a ? r : a;
}
static void of_two_arrays_steps(double *a, int n) {
  for (int k = 0; k < 4; ++k) {
    double *p = best(a, a + k, n - 5);
    double *q = best(a + k, a, 2);
    *p *= *q;
    *q -= *p * a[k];
    a[k] *= *p;
  }
}
SUM_OF(of_two_arrays)

static void two(double *a, int n, double *&p, double *&q) {
  if (n <= 1) {
    p = a;
    q = a + 1;
    return;
  }
  two(a + 1, n - 1, q, p);
  if (*a > *p)
    p = a;
}
static void by_references_steps(double *a, int n) {
  for (int k = 1; k + 2 < n; ++k) {
    double *p = nullptr, *q = nullptr;
    two(a, k, p, q);
    *p *= *q * a[k];
    *q += *p * *p;
  }
}
SUM_OF(by_references)

struct Span {
  double *p;
  int n;
};
BOTH void pick(double *a, int n, double key, Span &s) {
  s.p = a;
  s.n = n;
  while (s.n > 1 && *s.p < key) {
    ++s.p;
    --s.n;
  }
}
BOTH double in_objects(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int k = 0; k < 4; ++k) {
    Span s{nullptr, 0};
    pick(a, n, 0.3 * k, s);
    *s.p *= a[k];
    s.p[0] += a[1] * s.p[0];
  }
  return a[0] * a[1] + a[2] * a[3] * a[4];
}

struct Tree {
  double v;
  Tree *left, *right;
};
static Tree *insert(Tree *t, Tree *n) {
  if (!t)
    return n;
  if (n->v < t->v)
    t->left = insert(t->left, n);
  else
    t->right = insert(t->right, n);
  return t;
}
static Tree *largest(Tree *t) { return t->right ? largest(t->right) : t; }
static Tree *smallest(Tree *t) { return t->left ? smallest(t->left) : t; }
BOTH double in_trees(const double *x, int n) {
  Tree nodes[8];
  Tree *root = nullptr;
  for (int i = 0; i < n; ++i) {
    nodes[i] = {x[i], nullptr, nullptr};
    root = insert(root, &nodes[i]);
  }
  Tree *high = largest(root), *low = smallest(root);
  high->v *= low->v;
  low->v *= high->v * root->v;
  root->v *= nodes[2].v;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * nodes[i].v;
  return s;
}

int main() {
  CHECK_ARRAY(by_pointer, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(by_place, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(of_two_arrays, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(by_references, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(in_objects, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(in_trees, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  return finish();
}
