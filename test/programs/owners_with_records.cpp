// Objects that own memory and hold vectors of records, pointers and arrays.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace pairs {
struct Q {
  double k;
};
struct Sc {
  std::vector<std::unique_ptr<Q>> qs;
  std::vector<std::pair<double, double>> lights;
  double a;
  explicit Sc(double a) : a(a) {}
  void light(double x, double y) { lights.emplace_back(x, y); }
  double sum() const {
    double s = a;
    for (auto &q : qs)
      for (auto &[x, y] : lights)
        s += q->k * x * y;
    return s;
  }
};
BOTH double f(const V &v) {
  Sc s(v[0]);
  for (double x : v)
    s.qs.push_back(std::make_unique<Q>(Q{x}));
  s.light(v[1], v[2]);
  s.light(v[3], 1);
  double r = s.sum();
  s.lights.pop_back();
  s.lights[0].first *= 2;
  return r + s.sum();
}
} // namespace pairs

namespace histories {
struct P {
  double x, y;
  int n;
};
class Sys {
  std::unique_ptr<double[]> buf;
  std::vector<P> ps;
  std::vector<std::array<double, 2>> hist;
  std::vector<std::vector<P>> rows;

public:
  explicit Sys(int n) : buf(new double[n]()), ps(n) {}
  void set(int i, double x) {
    ps[i] = {x, x * x, i};
    buf[i] = x;
  }
  void step() {
    hist.push_back({ps[0].x, buf[1]});
    for (auto &p : ps)
      p.x += 0.1 * p.y * buf[p.n];
    rows.push_back(ps);
  }
  double e() const {
    double s = 0;
    for (auto &h : hist)
      s += h[0] * h[1];
    for (auto &r : rows)
      for (auto &p : r)
        s += p.x * p.n;
    return s;
  }
};
BOTH double f(const V &v) {
  Sys s(3);
  for (int i = 0; i < 3; ++i)
    s.set(i, v[i]);
  for (int k = 0; k < 3; ++k)
    s.step();
  return s.e() * v[3];
}
} // namespace histories

namespace returned {
struct B {
  virtual ~B() = default;
  virtual double g(double) const = 0;
};
struct L : B {
  double k;
  L(double k) : k(k) {}
  double g(double x) const override { return k * x; }
};
struct Edge {
  int a, b;
  double w;
};
struct Graph {
  std::vector<std::unique_ptr<B>> nodes;
  std::vector<Edge> edges;
  std::vector<std::optional<double>> cache;
  Graph() = default;
  int add(double k) {
    nodes.push_back(std::make_unique<L>(k));
    cache.emplace_back();
    return nodes.size() - 1;
  }
  void link(int a, int b, double w) { edges.push_back({a, b, w}); }
  double run(double x) {
    double s = 0;
    for (auto &e : edges) {
      if (!cache[e.a])
        cache[e.a] = nodes[e.a]->g(x);
      s += *cache[e.a] * e.w + nodes[e.b]->g(s);
    }
    return s;
  }
};
static Graph make(const V &v) {
  Graph g;
  int a = g.add(v[0]), b = g.add(v[1]);
  g.link(a, b, v[2]);
  g.link(b, a, v[3]);
  g.link(a, a, 1);
  return g;
}
BOTH double f(const V &v) {
  Graph g = make(v);
  std::sort(g.edges.begin(), g.edges.end(), [](const Edge &x, const Edge &y) { return x.w < y.w; });
  Graph h = std::move(g);
  return h.run(v[1]) * h.edges[0].w;
}
} // namespace returned

namespace in_loops {
struct P {
  double x;
};
struct Net {
  std::vector<std::unique_ptr<P>> ps;
  std::vector<P> vals;
};
static double use(const Net &n) {
  double s = 0;
  for (std::size_t i = 0; i < n.ps.size(); ++i)
    s += n.ps[i]->x * n.vals[i].x;
  return s;
}
BOTH double f(const V &v) {
  double t = 0;
  for (int k = 0; k < 3; ++k) {
    Net n;
    for (int i = 0; i <= k; ++i) {
      n.ps.push_back(std::make_unique<P>(P{v[i]}));
      n.vals.push_back({v[i + 1] * k});
    }
    t += use(n);
  }
  return t;
}
} // namespace in_loops

namespace enumerations {
enum class K { A, B };
struct P {
  double x;
};
class Net {
  std::vector<K> ks;
  std::vector<std::unique_ptr<P>> ps;
  std::vector<std::array<std::array<double, 2>, 2>> m;
  std::vector<const char *> cs;

public:
  void add(K k, double x) {
    ks.push_back(k);
    ps.push_back(std::make_unique<P>(P{x}));
    m.push_back({{{x, 1}, {0, x * x}}});
    cs.push_back("x");
  }
  double get() const {
    double s = 0;
    for (std::size_t i = 0; i < ks.size(); ++i)
      s += (ks[i] == K::A ? ps[i]->x : 3) * m[i][1][1] + m[i][0][0];
    return s;
  }
};
BOTH double f(const V &v) {
  Net n;
  n.add(K::A, v[0]);
  n.add(K::B, v[1]);
  return n.get() * v[2];
}
} // namespace enumerations

int main() {
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(histories);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(in_loops);
  CHECK_CASE_TWICE(enumerations);
  return finish();
}
