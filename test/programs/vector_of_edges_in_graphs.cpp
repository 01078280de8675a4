// Vectors of objects that hold numbers and pointers: in nodes, in each other, in classes, passed
// on.
#include "scalars.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

struct Node {
  double v;
};
struct Edge {
  Node *to;
  double w;
};

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace recursive_graph {
struct GNode;
struct GEdge {
  GNode *to;
  double w;
};
struct GNode {
  double v = 0;
  std::vector<GEdge> out;
};
static double visit(const GNode &n, int depth) {
  double s = n.v;
  if (depth > 0)
    for (const auto &e : n.out)
      s += e.w * visit(*e.to, depth - 1);
  return s;
}
FUNCTION {
  GNode a, b, c;
  a.v = x;
  b.v = y;
  c.v = x * y;
  a.out.push_back({&b, x});
  a.out.push_back({&c, y});
  b.out.push_back({&c, x});
  c.out.push_back({&a, 0.5});
  return visit(a, 4);
}
} // namespace recursive_graph

namespace heap_graph {
struct GNode;
struct GEdge {
  GNode *to;
  double w;
};
struct GNode {
  double v = 0;
  std::vector<GEdge> out;
};
struct Graph {
  std::vector<std::unique_ptr<GNode>> nodes;
  GNode *add(double v) {
    nodes.push_back(std::make_unique<GNode>());
    nodes.back()->v = v;
    return nodes.back().get();
  }
};
static void link(GNode *a, GNode *b, double w) { a->out.push_back({b, w}); }
FUNCTION {
  Graph g;
  GNode *a = g.add(x), *b = g.add(y), *c = g.add(1);
  link(a, b, x);
  link(a, c, y);
  link(b, c, x * y);
  for (auto &n : g.nodes)
    for (auto &e : n->out)
      e.to->v += e.w * n->v;
  return c->v;
}
} // namespace heap_graph

namespace nested_edges {
FUNCTION {
  Node n[3] = {{x}, {y}, {x * y}};
  std::vector<std::vector<Edge>> adj(3);
  adj[0].push_back({&n[1], x});
  adj[0].push_back({&n[2], y});
  adj[1].push_back({&n[2], x * y});
  auto copy = adj;
  for (int i = 0; i < 3; ++i)
    for (auto &e : adj[i])
      e.to->v += e.w * n[i].v;
  double s = n[2].v;
  for (auto &r : copy)
    for (auto &e : r)
      s += e.w * e.to->v;
  return s;
}
} // namespace nested_edges

namespace callee_reads {
static double sum(const std::vector<Edge> &e, size_t i) {
  return i == e.size() ? 0 : e[i].w * e[i].to->v + 0.5 * sum(e, i + 1);
}
static void bump(std::vector<Edge> &e, size_t i, double k) {
  if (i == e.size())
    return;
  e[i].to->v *= k;
  e[i].w += k;
  bump(e, i + 1, k * 1.1);
}
FUNCTION {
  Node n[2] = {{x}, {y}};
  std::vector<Edge> e{{n, x}, {n + 1, y}, {n, 2}};
  double s = sum(e, 0);
  bump(e, 0, x);
  return s * sum(e, 0);
}
} // namespace callee_reads

namespace self_reference {
struct Var;
struct Var {
  double val, grad;
  Var *l, *r;
  double wl, wr;
};
FUNCTION {
  std::vector<Var> t;
  t.reserve(10);
  t.push_back({x, 0, nullptr, nullptr, 0, 0});
  t.push_back({y, 0, nullptr, nullptr, 0, 0});
  t.push_back({t[0].val * t[1].val, 0, &t[0], &t[1], t[1].val, t[0].val});
  t.push_back({std::sin(t[2].val), 0, &t[2], nullptr, std::cos(t[2].val), 0});
  t.back().grad = 1;
  for (int i = (int)t.size() - 1; i >= 0; --i) {
    if (t[i].l)
      t[i].l->grad += t[i].wl * t[i].grad;
    if (t[i].r)
      t[i].r->grad += t[i].wr * t[i].grad;
  }
  return t[0].grad + t[1].grad * 2;
}
} // namespace self_reference

namespace class_member {
class Net {
  std::vector<Edge> e_;
  std::vector<Node> n_;

public:
  Net(double a, double b) : n_{{a}, {b}, {a * b}} {}
  void connect(int i, double w) { e_.push_back({&n_[i], w}); }
  double run() {
    double s = 1;
    for (auto &k : e_)
      s += k.w * k.to->v * s;
    return s;
  }
};
FUNCTION {
  Net n(x, y);
  n.connect(0, x);
  n.connect(2, y);
  return n.run();
}
} // namespace class_member

namespace struct_two {
struct Q {
  const double *a;
  std::vector<double> b;
  double c;
};
FUNCTION {
  double k[2] = {x, y};
  std::vector<Q> q;
  q.push_back({k, {x, 1}, y});
  q.push_back({k + 1, {y}, x});
  q.resize(3);
  q[2] = q[0];
  q[2].b.push_back(x * y);
  q[2].c = 2;
  double s = 0;
  for (auto &e : q) {
    double t = e.c;
    for (double v : e.b)
      t += v * *e.a;
    s = s * y + t;
  }
  return s;
}
} // namespace struct_two

int main() {
  CHECK_SCALARS(recursive_graph::f, {0.7, 1.3});
  CHECK_SCALARS(heap_graph::f, {0.7, 1.3});
  CHECK_SCALARS(nested_edges::f, {0.7, 1.3});
  CHECK_SCALARS(callee_reads::f, {0.7, 1.3});
  CHECK_SCALARS(self_reference::f, {0.7, 1.3});
  CHECK_SCALARS(class_member::f, {0.7, 1.3});
  CHECK_SCALARS(struct_two::f, {0.7, 1.3});
  return finish();
}
