// Vectors of std::shared_ptr: algorithms, copies, exchanges, elements that come and go.
#include "arrays.h"
#include "pointed.h"
#include <memory>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Ptr = std::shared_ptr<Pointed>;
BOTH double algorithms(const double *x, int n) { return folded<Ptr>(x, n); }
BOTH double sorted(const double *x, int n) { return ordered<Ptr>(x, n); }
BOTH double changes(const double *x, int n) { return changed<Ptr>(x, n); }

// An object that several elements lead to.
BOTH double twice(const double *x, int n) {
  std::vector<Ptr> v = squares<Ptr>(x, n);
  v.push_back(v[0]);
  v.insert(v.begin(), v[1]);
  v[0]->v *= x[0];
  v.back()->v *= x[1];
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += double(i + 1) * v[i]->v * v[i]->v;
  return s;
}
BOTH double assigned(const double *x, int n) {
  Ptr a = std::make_shared<Pointed>(x[0]), b = std::make_shared<Pointed>(x[1]), c = a;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      std::swap(a, b);
    else
      c = std::make_shared<Pointed>(a->v * x[i]);
    a->v += c->v * b->v;
    Ptr d = std::move(c);
    if (c)
      s += 100;
    c = d ? d : a;
    s += c->v;
    if (i == 2)
      b.reset();
    if (!b)
      b = a;
  }
  return s * a->v + b->v;
}
// A graph, grown through one of its pointers; a node has two owners.
struct Node {
  double v;
  std::vector<std::shared_ptr<Node>> next;
  explicit Node(double v) : v(v) {}
};
double total(const std::shared_ptr<Node> &n) {
  double s = n->v;
  for (const auto &each : n->next)
    s += 0.5 * total(each) * n->v;
  return s;
}
BOTH double graph(const double *x, int n) {
  auto root = std::make_shared<Node>(x[0]), leaf = std::make_shared<Node>(x[1]);
  root->next.push_back(leaf);
  root->next.push_back(std::make_shared<Node>(x[0] * x[n - 1]));
  root->next[1]->next.push_back(leaf);
  return total(root);
}
int main() {
  CHECK_ARRAY(graph, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(algorithms, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(sorted, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(changes, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(twice, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(assigned, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
