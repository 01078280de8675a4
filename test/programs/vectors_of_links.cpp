// Objects that hold vectors of pointers to others, and vectors of objects with pointers.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct Node {
  double x;
  std::vector<Node *> in;
};
struct P {
  int k = 7;
  const double *w = nullptr;
};
} // namespace

namespace nomap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{v[0], {}}, b{v[1], {&a}}, c{v[2], {&a, &b}};
  Node *m[3] = {&a, &b, &c};
  for (auto n : m)
    for (Node *p : n->in)
      n->x += std::sin(p->x);
  a.x *= c.x;
  return a.x * b.x;
}
} // namespace nomap

namespace graph {
struct Node {
  double x, g = 0;
  std::vector<Node *> in;
  std::vector<double> w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{v[0], 0, {}, {}}, b{v[1], 0, {&a}, {v[3]}};
  Node c{v[2], 0, {&a, &b}, {v[0], v[1]}};
  double s = 0;
  for (Node *n : {&b, &c})
    for (std::size_t i = 0; i < n->in.size(); ++i)
      n->x += n->w[i] * std::tanh(n->in[i]->x);
  return a.x * b.x * c.x;
}
} // namespace graph

namespace pushed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{v[0], {}};
  Node b{v[1], {}};
  b.in.push_back(&a);
  a.in.push_back(&b);
  a.in.push_back(&a);
  double s = 0;
  for (Node *n : a.in)
    s += n->x * n->in[0]->x;
  return s;
}
} // namespace pushed

namespace inloop {
struct Node {
  double x;
  std::vector<const Node *> in;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    Node a{v[k], {}};
    Node b{v[k + 1], {&a}};
    Node c{s, {&a, &b}};
    for (const Node *n : c.in)
      c.x += std::sin(n->x * v[0]);
    s += c.x;
  }
  return s;
}
} // namespace inloop

namespace two {
struct Link {
  double *from;
  std::vector<double *> to;
  double k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double u[3] = {v[0], v[1], v[2]};
  Link l{&u[0], {&u[1], &u[2]}, v[3]};
  for (int i = 0; i < 2; ++i)
    for (double *t : l.to)
      *t += l.k * *l.from * *t;
  return u[1] * u[2];
}
} // namespace two

namespace nested {
struct Node {
  double x;
  std::vector<Node *> in;
};
struct Graph {
  Node root;
  std::vector<double> w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{v[0], {}};
  Graph g{{v[1], {&a, &a}}, {v[2], v[3]}};
  double s = 0;
  for (std::size_t i = 0; i < 2; ++i)
    s += g.root.in[i]->x * g.w[i] * g.root.x;
  return s;
}
} // namespace nested

namespace sized {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps(2);
  ps[0].w = v.data();
  return ps[0].w[1] * ps[1].k;
}
} // namespace sized

namespace not_started {
struct P {
  int k = 7;
  const double *w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps(2);
  ps[0].w = v.data();
  return ps[0].w[1] * ps[1].k;
}
} // namespace not_started

namespace constructed {
struct P {
  int k;
  const double *w;
  P() : k(3), w(nullptr) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps(2);
  ps[0].w = v.data();
  return ps[0].w[1] * ps[1].k;
}
} // namespace constructed

namespace in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 2; ++i) {
    std::vector<P> ps(2);
    ps[0].w = &v[i];
    s += ps[0].w[1] * ps[1].k;
  }
  return s;
}
} // namespace in_loop

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<P>> ps(2, std::vector<P>(2));
  ps[0][1].w = v.data();
  return ps[0][1].w[1] * ps[1][0].k;
}
} // namespace rows

namespace in_object {
struct P {
  int k = 7;
  const double *w = nullptr;
};
struct Q {
  std::vector<P> ps;
  explicit Q(int n) : ps(n) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q(2);
  q.ps[0].w = v.data();
  return q.ps[0].w[1] * q.ps[1].k;
}
} // namespace in_object

int main() {
  CHECK_CASE_TWICE(nomap);
  CHECK_CASE_TWICE(graph);
  CHECK_CASE_TWICE(pushed);
  CHECK_CASE_TWICE(inloop);
  CHECK_CASE_TWICE(two);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(sized);
  CHECK_CASE_TWICE(not_started);
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(in_loop);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(in_object);
  return finish();
}
