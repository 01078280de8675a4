// Vectors that change their size in objects which members own: an optimiser of a trainer, layers of
// a network, nodes that hang on each other. The methods are no part of the function that calls
// them.
#include "vectors.h"
#include <memory>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Optimizer {
  virtual ~Optimizer() = default;
  virtual void step(V &x, const V &g) = 0;
};
struct Momentum : Optimizer {
  double rate, mu;
  V v;
  Momentum(double rate, double mu) : rate(rate), mu(mu) {}
  void step(V &x, const V &g) override {
    if (v.size() != x.size())
      v.assign(x.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      v[i] = mu * v[i] - rate * g[i];
      x[i] += v[i];
    }
  }
};
struct Adam : Optimizer {
  V m, v;
  double rate, steps = 0;
  explicit Adam(double rate) : rate(rate) {}
  void step(V &x, const V &g) override {
    m.resize(x.size());
    v.resize(x.size(), 0.1);
    steps += 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      m[i] = 0.9 * m[i] + 0.1 * g[i];
      v[i] = 0.99 * v[i] + 0.01 * g[i] * g[i];
      x[i] -= rate * m[i] / (std::sqrt(v[i]) + steps);
    }
  }
};
struct Plain : Optimizer {
  double rate;
  explicit Plain(double rate) : rate(rate) {}
  void step(V &x, const V &g) override {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] -= rate * g[i];
  }
};

namespace trainers {
struct Trainer {
  std::unique_ptr<Optimizer> opt;
  explicit Trainer(std::unique_ptr<Optimizer> o) : opt(std::move(o)) {}
  double run(V x, int n) {
    for (int k = 0; k < n; ++k) {
      V g(x.size());
      for (std::size_t i = 0; i < x.size(); ++i)
        g[i] = 2 * x[i] + std::sin(x[i]);
      opt->step(x, g);
    }
    double s = 0;
    for (double e : x)
      s += e * e;
    return s;
  }
};
BOTH double f(const V &v) {
  Trainer t(std::make_unique<Momentum>(0.1 * v[0], 0.3 * v[1]));
  Trainer u(std::make_unique<Plain>(0.1 * v[0]));
  Trainer w(std::make_unique<Adam>(0.1 * v[2]));
  return t.run(v, 3) + u.run(v, 2) * w.run(v, 3) + t.run(V{v[0], v[3]}, 2);
}
} // namespace trainers

namespace in_loops { // made, used and gone in each iteration; another one takes over
using trainers::Trainer;
BOTH double f(const V &v) {
  double s = 0;
  Trainer kept(std::make_unique<Momentum>(0.1 * v[0], 0.4));
  for (int i = 0; i < 3; ++i) {
    Trainer t(std::make_unique<Momentum>(0.1 * v[i], 0.3 * v[1]));
    s += t.run(v, 2);
    if (i == 1)
      kept.opt = std::make_unique<Adam>(0.2 * v[2]);
    s += kept.run(V(v.begin(), v.begin() + 2 + i), 2);
  }
  return s;
}
} // namespace in_loops

namespace on_the_heap { // the trainer, too; and one that owns trainers
using trainers::Trainer;
struct Ensemble {
  std::vector<std::unique_ptr<Trainer>> all;
  double run(const V &x, int n) {
    double s = 0;
    for (auto &t : all)
      s += t->run(x, n) * s + t->run(x, 1);
    return s;
  }
};
BOTH double f(const V &v) {
  auto one = std::make_unique<Trainer>(std::make_unique<Momentum>(0.1 * v[0], 0.3 * v[1]));
  double s = one->run(v, 2) + one->run(v, 1);
  Ensemble e;
  e.all.push_back(std::move(one));
  e.all.push_back(std::make_unique<Trainer>(std::make_unique<Adam>(0.1 * v[3])));
  return s + e.run(v, 2) + e.run(V{v[1], v[2]}, 1);
}
} // namespace on_the_heap

namespace layers { // changed by the method itself, behind the pointer
struct Layer {
  V w, cache;
  double sum = 0;
};
struct Net {
  std::unique_ptr<Layer> first = std::make_unique<Layer>();
  std::vector<std::unique_ptr<Layer>> rest;
  double run(double x) {
    first->cache.clear();
    for (double e : first->w) {
      first->cache.push_back(x);
      x = std::tanh(e * x);
    }
    for (auto &l : rest) {
      l->cache.resize(l->w.size() + 1);
      for (std::size_t i = 0; i < l->w.size(); ++i) {
        l->cache[i] = x * l->w[i];
        x = std::sin(x + l->w[i]);
      }
      l->cache.back() = x;
      l->sum += x;
    }
    return x;
  }
  double kept() const {
    double s = 0;
    for (double c : first->cache)
      s += c * c;
    for (auto &l : rest)
      for (double c : l->cache)
        s = s * l->sum + c;
    return s;
  }
};
BOTH double f(const V &v) {
  Net n;
  n.first->w = v;
  for (int i = 0; i < 2; ++i) {
    n.rest.push_back(std::make_unique<Layer>());
    n.rest[i]->w.assign(v.begin(), v.begin() + 2 + i);
  }
  double s = n.run(v[0]) + n.run(v[1]) * n.kept();
  n.rest[0]->w.push_back(v[3]);
  n.first->w.resize(2);
  return n.run(s) + n.kept();
}
} // namespace layers

namespace histories { // that nodes of a list keep
struct Node {
  double w = 0;
  V seen;
  std::unique_ptr<Node> next;
};
struct List {
  std::unique_ptr<Node> head;
  void push(double w) {
    auto n = std::make_unique<Node>();
    n->w = w;
    n->next = std::move(head);
    head = std::move(n);
  }
  double walk(double x) {
    for (Node *p = head.get(); p; p = p->next.get()) {
      p->seen.push_back(x);
      x = std::sin(x * p->w + p->seen.front());
    }
    return x;
  }
};
double feed(Node &n, double x) { // by recursion
  n.seen.push_back(x);
  if (n.next)
    return feed(*n.next, x * n.w) + n.seen.back();
  return x * n.seen[0];
}
BOTH double f(const V &v) {
  List l;
  for (double w : v)
    l.push(w);
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += l.walk(v[i] + s);
  s += feed(*l.head, s) + feed(*l.head->next, v[0]);
  return s + l.walk(s) + l.head->next->seen[1];
}
} // namespace histories

namespace deeper { // three levels, by references, exchanged
struct Store {
  V a, b;
};
struct Holder {
  std::shared_ptr<Store> s = std::make_shared<Store>();
};
struct Owner {
  Holder h;
  std::shared_ptr<Holder> other = std::make_shared<Holder>();
  void add(double x) {
    h.s->a.push_back(x);
    other->s->b.push_back(x * x);
    if (h.s->a.size() > 2)
      h.s->a.swap(other->s->b);
  }
  void add_all(const V &v) {
    for (double x : v)
      add(x);
  }
};
double total(const Owner &o) {
  double s = 1;
  for (double x : o.h.s->a)
    s = s * 0.5 + x;
  for (double x : o.other->s->b)
    s = s * x + 1;
  return s;
}
void twice(Owner &o, const V &v) {
  o.add_all(v);
  const double t = total(o);
  o.add(t);
  o.add_all(V{v[0], t});
}
BOTH double f(const V &v) {
  Owner o;
  twice(o, v);
  double s = total(o);
  twice(o, V{s, v[1]});
  return s * total(o);
}
} // namespace deeper

namespace handed_on { // a helper is given a vector of the object
void grow(V &v, double x) {
  v.insert(v.begin(), x);
  if (v.size() > 3)
    v.pop_back();
}
struct Buffer {
  V kept;
  virtual ~Buffer() = default;
  virtual double put(double x) {
    grow(kept, x);
    return kept.back();
  }
};
struct Double : Buffer {
  double by;
  explicit Double(double by) : by(by) {}
  double put(double x) override {
    grow(kept, x * by);
    grow(kept, x);
    return kept.back();
  }
};
struct Filter {
  std::unique_ptr<Buffer> b;
  double run(const V &v) {
    double s = 0;
    for (double x : v)
      s = s * 0.5 + b->put(std::sin(x)) * x;
    return s;
  }
};
BOTH double f(const V &v) {
  Filter a, b;
  a.b = std::make_unique<Buffer>();
  b.b = std::make_unique<Double>(v[3]);
  return a.run(v) * b.run(v) + b.run(V{v[0]}) + a.run(V{v[2], v[1]});
}
} // namespace handed_on

namespace parts { // a vector behind a pointer, and numbers beside it
struct Cell {
  V all;
  double last = 0;
};
struct Grid {
  std::vector<Cell *> at;
  void add(int i, double x) {
    Cell *c = at[i % at.size()];
    c->all.push_back(x + c->last);
    c->last = c->all[c->all.size() / 2];
  }
};
BOTH double f(const V &v) {
  Cell *a = new Cell, *b = new Cell;
  Grid g;
  g.at = {a, b, a};
  for (int i = 0; i < 7; ++i)
    g.add(i, v[i % 4]);
  double s = a->last * b->last;
  for (double x : a->all)
    s += x * s;
  for (double x : b->all)
    s -= x;
  delete a;
  delete b;
  return s;
}
} // namespace parts

namespace calls { // functions that stay functions: they recur, are virtual, return from loops
struct Store {
  V a, b;
  double last = 0;
};
struct Sink {
  virtual ~Sink() = default;
  virtual bool put(double x, int depth) = 0;
  virtual double total() const = 0;
};
struct Direct : Sink {
  std::unique_ptr<Store> s = std::make_unique<Store>();
  bool put(double x, int depth) override {
    for (double e : s->a)
      if (e > 1.5 && depth > 1) {
        s->a.pop_back();
        s->last = e * x;
        return false;
      }
    s->a.push_back(x);
    if (s->a.size() > 3) {
      s->b = s->a;
      s->a.erase(s->a.begin());
    }
    return true;
  }
  double total() const override {
    double t = s->last;
    for (double x : s->a)
      t = t * 0.5 + x;
    for (double x : s->b)
      t = t * x + 1;
    return t;
  }
};
struct Chain : Sink {
  std::unique_ptr<Sink> to, also;
  bool put(double x, int depth) override {
    if (depth == 0)
      return true;
    const bool first = to->put(std::sin(x), depth - 1);
    return also->put(first ? x : x * x, depth + 1) && put(x * 0.5, depth - 1);
  }
  double total() const override { return to->total() * also->total(); }
};
void all(Sink &s, const V &v, std::size_t i) {
  if (i < v.size()) {
    s.put(v[i], 2);
    all(s, v, i + 1);
  }
}
BOTH double f(const V &v) {
  auto inner = std::make_unique<Chain>();
  inner->to = std::make_unique<Direct>();
  inner->also = std::make_unique<Direct>();
  Chain c;
  c.to = std::move(inner);
  c.also = std::make_unique<Direct>();
  all(c, v, 0);
  const double before = c.total();
  all(c, V{before * 0.1, v[1]}, 0);
  std::unique_ptr<Sink> other = std::move(c.also);
  all(*other, v, 1);
  return before + other->total() * std::sin(c.to->total());
}
} // namespace calls

namespace replaced { // the function takes another object, and changes that
struct Tape {
  V seen;
};
struct Recorder {
  std::unique_ptr<Tape> now = std::make_unique<Tape>(), former;
  double see(double x, int n) {
    for (int i = 0; i < n; ++i) {
      now->seen.push_back(std::sin(x * (i + 1)));
      if (now->seen.size() == 3) {
        former = std::move(now);
        now = std::make_unique<Tape>();
        now->seen.push_back(former->seen[1]);
        former->seen.resize(2);
      }
      if (x > 100)
        return x;
    }
    return now->seen.back() * (former ? former->seen.back() : 1);
  }
};
BOTH double f(const V &v) {
  Recorder r;
  double s = 0;
  for (double x : v)
    s = std::sin(s) + std::cos(0.1 * r.see(x, 3) * r.see(x + s, 2));
  for (double x : r.former->seen)
    s += x * x;
  return s;
}
} // namespace replaced

int main() {
  CHECK_CASE_TWICE(trainers);
  CHECK_CASE_TWICE(in_loops);
  CHECK_CASE_TWICE(on_the_heap);
  CHECK_CASE_TWICE(layers);
  CHECK_CASE_TWICE(histories);
  CHECK_CASE_TWICE(deeper);
  CHECK_CASE_TWICE(handed_on);
  CHECK_CASE_TWICE(parts);
  CHECK_CASE_TWICE(calls);
  CHECK_CASE_TWICE(replaced);
  return finish();
}
