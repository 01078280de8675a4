// Trees whose nodes hold numbers and a vector of std::unique_ptr to their children: made by the
// function, by recursion, walked, changed, cut off.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <string>

namespace decisions {
struct Node {
  double split = 0, value = 0;
  int feature = -1;
  std::vector<std::unique_ptr<Node>> child;

  bool isLeaf() const { return child.empty(); }
  double predict(const std::vector<double> &x) const {
    if (isLeaf())
      return value;
    return 0.1 * split + (x[feature] < split ? child[0] : child[1])->predict(x);
  }
};

struct Tree {
  std::unique_ptr<Node> root;
  int depth;

  Tree(const std::vector<double> &x, int depth) : depth(depth) { root = build(x, 0, x[0]); }
  std::unique_ptr<Node> build(const std::vector<double> &x, int d, double mean) {
    auto n = std::make_unique<Node>();
    n->value = mean;
    if (d < depth) {
      n->feature = d % int(x.size());
      n->split = mean + 0.1 * d;
      n->child.push_back(build(x, d + 1, mean * x[0]));
      n->child.emplace_back(build(x, d + 1, mean + x[1]));
    }
    return n;
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Tree one(x, 2);
  double s = one.root->predict(x);
  std::vector<Tree> forest;
  for (int i = 1; i < 3; ++i)
    forest.emplace_back(x, i);
  for (const Tree &each : forest)
    s += each.root->predict(x);
  return s;
}
} // namespace decisions

namespace expressions {
struct Node {
  std::string op;
  double value = 0;
  std::vector<std::unique_ptr<Node>> of;
  double eval() const {
    if (op == "number")
      return value;
    double r = op == "+" ? 0 : 1;
    for (const auto &each : of)
      r = op == "+" ? r + each->eval() : r * each->eval();
    return r;
  }
};

std::unique_ptr<Node> number(double v) {
  auto n = std::make_unique<Node>();
  n->op = "number";
  n->value = v;
  return n;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Node root;
  root.op = "*";
  root.of.push_back(number(x[0]));
  auto sum = std::make_unique<Node>();
  sum->op = "+";
  sum->of.push_back(number(x[1]));
  sum->of.push_back(number(x[0] * x[1]));
  root.of.push_back(std::move(sum));
  return root.eval();
}
} // namespace expressions

namespace grown {
struct Node {
  double x;
  std::vector<std::unique_ptr<Node>> below;
  explicit Node(double x) : x(x) {}

  Node *add(double v) {
    below.push_back(std::make_unique<Node>(v));
    return below.back().get();
  }
  double sum() const {
    double s = x;
    for (const auto &each : below)
      s += 0.5 * each->sum() * x;
    return s;
  }
  void scale(double by) {
    x *= by;
    for (auto &each : below)
      each->scale(by);
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Node root(x[0]);
  Node *first = root.add(x[1]);
  first->add(x[0] * x[1]);
  root.add(2 * x[1])->add(1.0);
  root.scale(x[1]);
  const double s = root.sum();
  root.below.clear();
  return s + std::sin(root.sum());
}
} // namespace grown

int main() {
  CHECK_CASE(decisions, {0.7, 1.3});
  CHECK_CASE(expressions, {0.7, 1.3});
  CHECK_CASE(grown, {0.7, 1.3});
  return finish();
}
