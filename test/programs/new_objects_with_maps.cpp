// Objects with maps that new, std::make_unique and std::make_shared make.
#include "vectors.h"
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct G {
  std::map<int, double> m;
};
} // namespace

namespace shared_map {
struct G {
  std::map<std::string, double> m;
  double get(const std::string &k) const {
    auto i = m.find(k);
    return i == m.end() ? 0.5 : i->second;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = std::make_shared<G>();
  g->m["a"] = v[0];
  g->m["b"] = v[1] * v[2];
  return g->get("a") * g->get("b") + g->get("c") * v[3];
}
} // namespace shared_map

namespace unique_umap {
struct G {
  std::unordered_map<int, double> m;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = std::make_unique<G>();
  for (int i = 0; i < 4; ++i)
    g->m[i % 2] += v[i] * v[i];
  return g->m[0] * g->m[1];
}
} // namespace unique_umap

namespace raw_new {
struct G {
  std::map<int, double> m;
  double k = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  G *g = new G;
  g->m[3] = v[0];
  g->m[1] = v[1];
  g->k *= v[2];
  double s = 0;
  for (auto &[k, x] : g->m)
    s += k * x * x;
  s *= g->k;
  delete g;
  return s;
}
} // namespace raw_new

namespace ctor {
class Cfg {
  std::map<std::string, double> m;
  std::string name;
  double scale;

public:
  Cfg(std::string n, double s) : name(std::move(n)), scale(s) {}
  void set(const std::string &k, double x) { m[k] = x * scale; }
  double at(const std::string &k) const { return m.at(k); }
  size_t size() const { return m.size() + name.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto c = std::make_unique<Cfg>("cfg", v[0]);
  c->set("a", v[1]);
  c->set("b", v[2]);
  c->set("a", c->at("b") * v[3]);
  return c->at("a") + c->at("b") * c->size();
}
} // namespace ctor

namespace poly {
struct Base {
  virtual ~Base() = default;
  virtual double eval(double x) = 0;
};
struct Memo : Base {
  std::map<int, double> cache;
  double k;
  Memo(double k) : k(k) {}
  double eval(double x) override {
    int key = (int)(10 * x);
    auto it = cache.find(key);
    if (it != cache.end())
      return it->second;
    return cache[key] = k * x * x;
  }
};
struct Lin : Base {
  double a;
  Lin(double a) : a(a) {}
  double eval(double x) override { return a * x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Base>> bs;
  bs.push_back(std::make_unique<Memo>(v[0]));
  bs.push_back(std::make_unique<Lin>(v[1]));
  double s = 0;
  for (auto &b : bs)
    s += b->eval(v[2]) * b->eval(v[2]) + b->eval(v[3]);
  return s;
}
} // namespace poly

namespace in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    auto g = std::make_unique<G>();
    for (int j = 0; j <= i; ++j)
      g->m[j % 2] += v[j] * v[i] + s;
    for (auto &e : g->m)
      s += e.second * 0.5;
    if (i == 1)
      g->m.clear();
    s += g->m.size() * v[3];
  }
  return s;
}
} // namespace in_loop

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<G> g;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    if (i != 1)
      g = std::make_unique<G>();
    g->m[i] = v[i] * v[3];
    g->m[0] += v[0];
    for (auto &e : g->m)
      s += e.second * e.second;
  }
  return s;
}
} // namespace assigned

namespace shared_assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = std::make_shared<G>(), h = g;
  g->m[0] = v[0];
  h->m[1] = v[1];
  g = std::make_shared<G>();
  g->m[0] = v[2] * h->m[0];
  std::swap(g, h);
  return g->m[0] * g->m[1] * h->m[0] * v[3];
}
} // namespace shared_assigned

namespace graph {
struct Node {
  double val;
  std::map<int, double> w;
  Node(double x) : val(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Node>> ns;
  for (double x : v)
    ns.push_back(std::make_unique<Node>(x));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      ns[i]->w[j] = v[i] - 0.5 * v[j];
  for (int k = 0; k < 2; ++k)
    for (auto &n : ns) {
      double s = 0;
      for (auto &[j, w] : n->w)
        s += w * ns[j]->val;
      n->val = 0.9 * n->val + 0.1 * s;
    }
  double t = 0;
  for (auto &n : ns)
    t += n->val * n->val;
  return t;
}
} // namespace graph

namespace copy_of {
struct G {
  std::map<int, double> m;
  double k = 1;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  G a;
  a.m[0] = v[0];
  a.k = v[1];
  auto p = std::make_shared<G>(a);
  p->m[0] *= v[2];
  G b = *p;
  b.m[1] = v[3];
  *p = b;
  return p->m[0] * p->m[1] * a.m[0] * p->k;
}
} // namespace copy_of

namespace returned {
struct G {
  std::map<std::string, double> m;
};
static std::unique_ptr<G> make(const V &v) {
  auto g = std::make_unique<G>();
  g->m["x"] = v[0];
  g->m["y"] = v[1] * v[0];
  return g;
}
static double use(const G &g, double t) {
  double s = 0;
  for (const auto &[k, x] : g.m)
    s += x * t;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = make(v);
  g->m["z"] = v[2];
  return use(*g, v[3]) * g->m["x"];
}
} // namespace returned

namespace by_pointer {
static void fill(G *g, const V &v, int d) {
  if (d == 0)
    return;
  g->m[d] = v[d] * v[0];
  fill(g, v, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  G *g = new G();
  fill(g, v, 3);
  double s = 0;
  for (auto it = g->m.begin(); it != g->m.end(); ++it)
    s += it->second * it->second;
  delete g;
  return s;
}
} // namespace by_pointer

namespace member_owner {
struct G {
  std::map<int, double> m;
};
struct H {
  std::unique_ptr<G> g;
  H() : g(std::make_unique<G>()) {}
  void put(int k, double x) { g->m[k] += x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H h;
  for (int i = 0; i < 4; ++i)
    h.put(i % 2, v[i] * v[i]);
  H k = std::move(h);
  k.put(0, v[1]);
  return k.g->m[0] * k.g->m[1];
}
} // namespace member_owner

namespace references_into {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = std::make_unique<G>();
  double &r = g->m[5];
  r = v[0];
  g->m[1] = v[1];
  r *= v[2];
  double *p = &g->m[1];
  *p += r;
  return *p * r * v[3];
}
} // namespace references_into

namespace vector_in_map {
struct G {
  std::map<int, V> m;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = std::make_unique<G>();
  for (int i = 0; i < 4; ++i)
    g->m[i % 2].push_back(v[i] * v[i]);
  double s = 1;
  for (auto &[k, w] : g->m) {
    double t = 0;
    for (double x : w)
      t += x;
    s *= t;
  }
  return s;
}
} // namespace vector_in_map

namespace map_vec_shared {
struct P {
  double x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::vector<std::shared_ptr<P>>> m;
  for (int i = 0; i < 4; ++i)
    m[i % 2].push_back(std::make_shared<P>(P{v[i]}));
  m[1].push_back(m[0][0]);
  m[1].back()->x *= v[3];
  double s = 1;
  for (auto &[k, ps] : m) {
    double t = 0;
    for (auto &p : ps)
      t += p->x;
    s *= t;
  }
  return s;
}
} // namespace map_vec_shared

namespace new_map {
using Map = std::map<int, double>;
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Map *m = new Map;
  (*m)[1] = v[0];
  (*m)[2] = v[1] * v[2];
  double y = m->at(1) * m->at(2);
  for (auto &e : *m)
    y += e.second * v[3];
  delete m;
  return y;
}
} // namespace new_map

namespace unique_map {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto m = std::make_unique<std::map<std::string, double>>();
  (*m)["a"] = v[0];
  (*m)["b"] += v[1];
  double s = 0;
  for (auto &[k, x] : *m)
    s += x * x;
  m->clear();
  (*m)["c"] = v[2];
  return s * (*m)["c"] * m->size();
}
} // namespace unique_map

namespace shared_map2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto m = std::make_shared<std::unordered_map<int, double>>(), k = m;
  for (int i = 0; i < 4; ++i)
    (*k)[i % 2] += v[i] * v[i];
  return (*m)[0] * (*m)[1];
}
} // namespace shared_map2

namespace new_map_copy {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> a{{1, v[0]}, {2, v[1]}};
  auto *m = new std::map<int, double>(a);
  (*m)[1] *= v[2];
  double s = m->at(1) * a.at(1) * m->at(2);
  delete m;
  return s + v[3];
}
} // namespace new_map_copy

namespace in_loops {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    auto m = std::make_unique<std::map<int, double>>();
    for (int j = 0; j < 4; ++j)
      (*m)[j % (i + 1)] += v[j] * s;
    for (auto &e : *m)
      s += 0.1 * e.second * e.second;
  }
  return s;
}
} // namespace in_loops

int main() {
  CHECK_CASE_TWICE(shared_map);
  CHECK_CASE_TWICE(unique_umap);
  CHECK_CASE_TWICE(raw_new);
  CHECK_CASE_TWICE(ctor);
  CHECK_CASE_TWICE(poly);
  CHECK_CASE_TWICE(in_loop);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(shared_assigned);
  CHECK_CASE_TWICE(graph);
  CHECK_CASE_TWICE(copy_of);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(by_pointer);
  CHECK_CASE_TWICE(member_owner);
  CHECK_CASE_TWICE(references_into);
  CHECK_CASE_TWICE(vector_in_map);
  CHECK_CASE_TWICE(map_vec_shared);
  CHECK_CASE_TWICE(new_map);
  CHECK_CASE_TWICE(unique_map);
  CHECK_CASE_TWICE(shared_map2);
  CHECK_CASE_TWICE(new_map_copy);
  CHECK_CASE_TWICE(in_loops);
  return finish();
}
