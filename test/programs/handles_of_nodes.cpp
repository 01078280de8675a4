// Records with constructors made by emplace_back; a tree by indices.
#include "vectors.h"
struct Node {
  const double *w;
  int left, right;
  Node(const double *p, int l, int r) : w(p), left(l), right(r) {}
};
double walk(const std::vector<Node> &tree, int at, double x) {
  if (at < 0)
    return x;
  const Node &n = tree[at];
  return *n.w * (walk(tree, n.left, x * *n.w) + walk(tree, n.right, x + 1));
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<Node> tree;
  tree.emplace_back(&v[0], 1, 2);
  tree.emplace_back(&v[1], -1, -1);
  tree.emplace_back(v.data() + 2, -1, 1);
  std::vector<std::vector<double>> rows;
  rows.emplace_back(3, v[0]);
  rows.emplace_back(2);
  rows[1][0] = v[1];
  return walk(tree, 0, 2.0) * rows[0][2] + rows[1][0];
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
