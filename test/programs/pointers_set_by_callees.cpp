// Pointers that callees set through references, and what hangs on them relinked afterwards.
#include "vectors.h"
#include <memory>
using V = std::vector<double>;
struct Node {
  double v;
  Node *next;
};
static void push(Node *&head, double v) {
  for (int i = 0; i < 3; ++i) {
    if (v > 1e9)
      return;
    v *= 1.1;
  }
  Node *n = new Node{v, head};
  head = n;
}
static double total(const Node *n, double k) {
  double s = 0;
  for (; n; n = n->next) {
    s = s * k + n->v * n->v;
    if (s > 1e12)
      return s;
  }
  return s;
}
static void drop(Node *&head) {
  while (head) {
    Node *n = head->next;
    delete head;
    head = n;
    if (!n)
      return;
  }
}
[[ad::differentiate(forward, reverse)]]
double pushed(const V &x) {
  Node *head = nullptr;
  double s = 1;
  for (int i = 0; i < 4; ++i) {
    push(head, x[i % 3] * s);
    s += total(head, x[0]);
    head->v *= s;
  }
  Node *rest = head->next;
  head->next = nullptr;
  s *= total(rest, x[1]) + total(head, x[2]);
  drop(head);
  drop(rest);
  return s;
}
static void grow(Node *&n, double k) {
  for (int i = 0; i < 2; ++i) {
    if (!n)
      return;
    n->v *= k;
    if (n->next) {
      n->next->v *= n->v;
      grow(n->next, k * 0.9);
    }
  }
}
[[ad::differentiate(forward, reverse)]]
double relinked(const V &x) {
  Node a{x[0], nullptr}, b{x[1], &a}, c{x[2], &b};
  Node *n = &c;
  grow(n, x[0]);
  double s = total(n, x[1]);
  n = n->next;
  c.next = nullptr;
  grow(n, s * 0.01);
  b.next = &c;
  return s + total(n, x[1]);
}
static void scale(double *&p, const V &x) {
  for (int i = 0; i < 2; ++i) {
    *p *= x[i];
    ++p;
    if (*p > 1e9)
      return;
  }
}
[[ad::differentiate(forward, reverse)]]
double moved(const V &x) {
  double a[6] = {x[0], x[1], x[2], x[0] * x[1], x[1] * x[2], 1};
  double *p = a;
  scale(p, x);
  double s = *p * p[1];
  scale(p, x);
  s += *p * p[-1];
  p = a;
  scale(p, x);
  return s + p[0] * a[0];
}
struct Tree {
  double v;
  std::unique_ptr<Tree> left, right;
  Tree(double v) : v(v) {}
};
static void insert(std::unique_ptr<Tree> &t, double v) {
  if (!t) {
    t = std::make_unique<Tree>(v);
    return;
  }
  if (v < t->v)
    insert(t->left, v * 1.01);
  else
    insert(t->right, v * 0.99);
}
static double fold(const Tree *t) {
  return t ? fold(t->left.get()) * 0.5 + t->v * t->v + fold(t->right.get()) * t->v : 0.1;
}
[[ad::differentiate(forward, reverse)]]
double planted(const V &x) {
  std::unique_ptr<Tree> root;
  for (int i = 0; i < 5; ++i)
    insert(root, x[i % 3] * (i + 1));
  double s = fold(root.get());
  root->left.swap(root->right);
  s += fold(root.get());
  root = std::move(root->left);
  return s * (root ? fold(root.get()) : 2);
}
int main() {
  CHECK_VECTOR(pushed, {0.3, 0.7, 1.1});
  CHECK_VECTOR(relinked, {0.3, 0.7, 1.1});
  CHECK_VECTOR(moved, {0.3, 0.7, 1.1});
  CHECK_VECTOR(planted, {0.3, 0.7, 1.1});
  return finish();
}
