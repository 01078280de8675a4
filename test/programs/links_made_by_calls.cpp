// Callees that are not written out set pointers in objects that they are given by reference.
#include "vectors.h"
#include <cmath>
#include <memory>

namespace linked { // behind pointers: what is read through them is changed later
struct Node {
  double x;
  Node *next = nullptr;
};
void link(Node &a, Node &b, int n) {
  if (n > 0) {
    link(a, b, n - 1);
    return;
  }
  a.next = &b;
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Node *p = new Node{v[0]};
  Node *q = new Node{v[1] * v[2]};
  link(*p, *q, 2);
  double s = p->next->x * p->next->x * v[2];
  q->x = std::sin(s) * v[3];
  s += q->x * q->x;
  delete p;
  delete q;
  return s;
}
} // namespace linked

namespace held { // in objects that others point to
struct Node {
  double x;
  Node *next = nullptr;
};
struct Holder {
  Node *first;
  double w;
};
void link(Node &a, Node &b, int n) {
  if (n > 0) {
    link(a, b, n - 1);
    return;
  }
  a.next = &b;
}
void put(Holder &h, Node &b, int n) {
  if (n > 0) {
    put(h, b, n - 1);
    return;
  }
  h.first = &b;
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Holder h{nullptr, 1};
  auto p = std::make_unique<Node>();
  p->x = v[0];
  Node q{v[1] * v[2]};
  link(*p, q, 2);
  put(h, *p, 1);
  double s = h.first->next->x * p->next->x * v[2];
  q.x = std::sin(s) * v[3];
  s += q.x * q.x;
  h.first->next->x = s;
  return s * q.x;
}
} // namespace held

namespace shared { // trees of std::shared_ptr, walked from the object at their root
struct Node {
  double scale, mass = 0;
  std::vector<std::shared_ptr<Node>> children;
  explicit Node(double scale) : scale(scale) {}
  void add(std::shared_ptr<Node> child) { children.push_back(std::move(child)); }
};
double total(const Node &n, double scale) {
  double s = n.scale * scale + n.mass;
  for (const auto &child : n.children)
    s += total(*child, s);
  return s;
}
void change(Node &n, double by) {
  for (auto &child : n.children) {
    n.scale += child->mass * child->mass * by;
    child->mass = std::cos(n.scale * by);
    change(*child, by * by);
  }
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  auto root = std::make_shared<Node>(v[0]);
  auto arm = std::make_shared<Node>(v[1]);
  auto hand = std::make_shared<Node>(v[2]);
  hand->mass = v[0];
  arm->mass = v[3] * v[1];
  arm->add(hand);
  root->add(arm);
  double s = total(*root, v[1]) * root->children[0]->mass;
  change(*root, v[3]);
  arm->mass *= s;
  return s * total(*root, hand->mass);
}
} // namespace shared

int main() {
  CHECK_CASE_TWICE(linked);
  CHECK_CASE_TWICE(held);
  CHECK_CASE_TWICE(shared);
  return finish();
}
