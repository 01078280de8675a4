// Functions that return references and are recursive, or return from inside of loops.
#include "arrays.h"
#include "scalars.h"
#include <vector>

namespace slots { // the place where a tree grows
struct N {
  double k;
  N *l = nullptr, *r = nullptr;
};
N *&find_slot(N *&root, double k) {
  if (!root)
    return root;
  return k < root->k ? find_slot(root->l, k) : find_slot(root->r, k);
}
double walk(const N *n, double w) {
  return n ? walk(n->l, w * 0.5) + w * n->k * n->k + walk(n->r, w * 0.25) : 0;
}
void clear(N *n) {
  if (n) {
    clear(n->l);
    clear(n->r);
    delete n;
  }
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  N *root = nullptr;
  for (int i = 0; i < n; ++i)
    find_slot(root, x[i]) = new N{x[i]};
  double s = walk(root, 1);
  clear(root);
  return s;
}
} // namespace slots

namespace largest { // of two
double &largest(double *a, int n) {
  if (n == 1)
    return a[0];
  double &r = largest(a + 1, n - 1);
  return a[0] > r ? a[0] : r;
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i];
  largest(a, n) *= 0.5;
  largest(a, n) += x[0];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * (i + 1);
  return s;
}
} // namespace largest

namespace nodes { // a node, which is made on the way
struct Node {
  double w;
  Node *kid[2];
};
Node &descend(Node &n, unsigned bits, int depth) {
  if (depth == 0)
    return n;
  unsigned b = bits & 1;
  if (!n.kid[b])
    n.kid[b] = new Node{1.0, {nullptr, nullptr}};
  return descend(*n.kid[b], bits >> 1, depth - 1);
}
double total(const Node *n) {
  return n ? n->w + 0.5 * total(n->kid[0]) * n->w + total(n->kid[1]) : 0;
}
void drop(Node *n) {
  if (!n)
    return;
  drop(n->kid[0]);
  drop(n->kid[1]);
  delete n;
}
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Node *r = new Node{x, {nullptr, nullptr}};
  descend(*r, 1, 2).w = x * y;
  descend(*r, 2, 2).w += y;
  descend(*r, 1, 1).w *= x;
  double s = total(r);
  drop(r);
  return s;
}
} // namespace nodes

namespace in_loop { // from inside a loop
struct Table {
  double v[6];
  int n;
};
double &at_key(Table &t, double k) {
  for (int i = 0; i < t.n; ++i)
    if (t.v[i] > k)
      return t.v[i];
  return t.v[t.n - 1];
}
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Table t{{x, y, x * y, x + y, 2 * x, 3 * y}, 6};
  at_key(t, 0.6) *= y;
  at_key(t, 1.0) += x;
  const double &r = at_key(t, 1.3);
  return r * t.v[0] + t.v[2] * at_key(t, 100);
}
} // namespace in_loop

namespace entries { // entries of a vector
struct Entry {
  int key;
  double val;
};
Entry &find(std::vector<Entry> &v, int k) {
  for (auto &e : v)
    if (e.key == k)
      return e;
  throw k;
}
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  std::vector<Entry> v{{1, x}, {2, y}, {5, x * y}};
  find(v, 2).val *= x;
  find(v, 5).val += find(v, 2).val;
  return find(v, 1).val * find(v, 5).val;
}
} // namespace entries

namespace cells { // a method
class Grid {
  double a_[3][3] = {};

public:
  double &cell(int i, int j) {
    while (i < 0)
      i += 3;
    for (;;) {
      if (i < 3)
        return a_[i][j % 3];
      i -= 3;
    }
  }
  double sum() const {
    double s = 0;
    for (auto &r : a_)
      for (double v : r)
        s += v * v;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Grid g;
  g.cell(-1, 2) = x;
  g.cell(4, 4) += y;
  g.cell(2, 2) *= g.cell(1, 1);
  return g.sum();
}
} // namespace cells

int main() {
  CHECK_ARRAY(slots::f, {1.0, 2.0, 0.5, 1.7, 0.2});
  CHECK_ARRAY(largest::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_SCALARS(nodes::f, {0.5, 1.2});
  CHECK_SCALARS(in_loop::f, {0.5, 1.2});
  CHECK_SCALARS(entries::f, {0.5, 1.2});
  CHECK_SCALARS(cells::f, {0.5, 1.2});
  return finish();
}
