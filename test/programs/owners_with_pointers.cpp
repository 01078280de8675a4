// Objects that own others and hold vectors of pointers to them, alone and in records.
#include "vectors.h"
#include <algorithm>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace nets {
struct N {
  double x, g = 0;
};
class Net {
  std::vector<std::unique_ptr<N>> all;
  std::vector<N *> in;
  N *out = nullptr;

public:
  N *add(double x) {
    all.push_back(std::make_unique<N>());
    all.back()->x = x;
    return all.back().get();
  }
  N *input(double x) {
    N *n = add(x);
    in.push_back(n);
    out = n;
    return n;
  }
  double run() {
    double s = 0;
    for (N *n : in) {
      s += n->x * out->x;
      n->g += s;
    }
    return s;
  }
  double grads() const {
    double s = 0;
    for (auto &n : all)
      s += n->g;
    return s;
  }
  void clear() { in.pop_back(); }
};
BOTH double f(const V &v) {
  Net n;
  n.input(v[0]);
  n.add(v[1]);
  n.input(v[2]);
  double r = n.run();
  n.clear();
  n.input(v[3]);
  return r + n.run() * n.grads();
}
} // namespace nets

namespace pairs {
struct B {
  virtual ~B() = default;
  virtual double g(double) const = 0;
};
struct L : B {
  double k;
  L(double k) : k(k) {}
  double g(double x) const override { return k * x; }
};
struct Graph {
  std::vector<std::unique_ptr<B>> nodes;
  std::vector<std::pair<B *, double>> order;
  std::vector<const B *> last;
  B *add(double k) {
    nodes.push_back(std::make_unique<L>(k));
    order.push_back({nodes.back().get(), k});
    last.push_back(nodes.back().get());
    return nodes.back().get();
  }
  double run(double x) const {
    double s = x;
    for (auto &[b, w] : order)
      s += b->g(s) * w;
    for (auto *b : last)
      s *= b->g(1);
    return s;
  }
};
BOTH double f(const V &v) {
  Graph g;
  for (double x : v)
    g.add(x);
  return g.run(v[0]);
}
} // namespace pairs

namespace graphs {
struct N {
  double x;
  std::vector<N *> prev;
};
class G {
  std::vector<std::unique_ptr<N>> all;
  std::vector<N *> topo;

public:
  N *leaf(double x) {
    all.push_back(std::make_unique<N>(N{x, {}}));
    topo.push_back(all.back().get());
    return topo.back();
  }
  N *mul(N *a, N *b) {
    N *n = leaf(a->x * b->x);
    n->prev = {a, b};
    return n;
  }
  double sum() const {
    double s = 0;
    for (auto *n : topo)
      for (auto *p : n->prev)
        s += p->x * n->x;
    return s;
  }
};
BOTH double f(const V &v) {
  G g;
  N *a = g.leaf(v[0]), *b = g.leaf(v[1]);
  N *c = g.mul(a, b);
  g.mul(c, a);
  return g.sum() * v[2];
}
} // namespace graphs

namespace edges {
struct N {
  double x;
};
struct E {
  N *a, *b;
  double w;
};
class G {
  std::vector<std::unique_ptr<N>> all;
  std::vector<E> es;

public:
  N *node(double x) {
    all.push_back(std::make_unique<N>(N{x}));
    return all.back().get();
  }
  void link(N *a, N *b, double w) { es.push_back({a, b, w}); }
  void relax() {
    for (auto &e : es) {
      double d = e.w * (e.b->x - e.a->x);
      e.a->x += d;
      e.b->x -= d;
      e.w *= 0.9;
    }
  }
  double sum() const {
    double s = 0;
    for (auto &n : all)
      s += n->x * n->x;
    for (auto &e : es)
      s += e.w;
    return s;
  }
  void cut() { es.pop_back(); }
};
BOTH double f(const V &v) {
  G g;
  N *a = g.node(v[0]), *b = g.node(v[1]), *c = g.node(v[2]);
  g.link(a, b, v[3]);
  g.link(b, c, 0.2);
  g.link(a, c, v[1]);
  g.relax();
  g.cut();
  g.relax();
  return g.sum();
}
} // namespace edges

namespace made {
struct N {
  double x;
};
struct E {
  N *a, *b;
  double w;
};
struct G {
  std::vector<std::unique_ptr<N>> all;
  std::vector<E> es;
};
static G make(const V &v, int n) {
  G g;
  for (int i = 0; i < n; ++i)
    g.all.push_back(std::make_unique<N>(N{v[i]}));
  for (int i = 0; i + 1 < n; ++i)
    g.es.push_back({g.all[i].get(), g.all[i + 1].get(), v[i]});
  return g;
}
BOTH double f(const V &v) {
  double t = 0;
  for (int n = 2; n < 5; ++n) {
    G g = make(v, n);
    std::sort(g.es.begin(), g.es.end(), [](const E &a, const E &b) { return a.w > b.w; });
    for (auto &e : g.es) {
      t += e.a->x * e.b->x * e.w;
      e.a->x *= t;
    }
    g.es.erase(g.es.begin());
    t += g.all[0]->x;
    G h = std::move(g);
    t *= h.all[1]->x;
  }
  return t;
}
} // namespace made

namespace beside {
struct N {
  double x;
};
struct E {
  N *a, *b;
  double w;
};
struct G {
  std::unique_ptr<double[]> buf;
  std::vector<E> es;
  explicit G(int n) : buf(new double[n]()) {}
  ~G() = default;
};
BOTH double f(const V &v) {
  auto g = std::make_unique<G>(3);
  N a{v[0]}, b{v[1]};
  g->es.push_back({&a, &b, v[2]});
  g->buf[1] = v[3];
  g->es[0].a->x *= g->es[0].w;
  std::vector<E> c = g->es;
  c[0].w = 3;
  return a.x * b.x * g->buf[1] * g->es[0].w + c[0].b->x;
}
} // namespace beside

int main() {
  CHECK_CASE_TWICE(nets);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(graphs);
  CHECK_CASE_TWICE(edges);
  CHECK_CASE_TWICE(made);
  CHECK_CASE_TWICE(beside);
  return finish();
}
