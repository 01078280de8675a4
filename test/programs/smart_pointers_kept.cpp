// Smart pointers to what carries no derivatives, in variables, members, containers: companions keep
// them as they are. Keys of maps that are tuples.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using V = std::vector<double>;

namespace {
struct Item {
  int w;
};
} // namespace

namespace tuple_key {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::tuple<int, std::string>, double> m;
  m[{1, "a"}] = v[0];
  return m[{1, "a"}];
}
} // namespace tuple_key

namespace own_pointer {
struct Node {
  int k = 0;
  std::unique_ptr<Node> l;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto a = std::make_unique<Node>();
  a->k = 2;
  return v[0] * a->k;
}
} // namespace own_pointer

namespace own_vector {
struct Node {
  int k;
  std::vector<std::unique_ptr<Node>> kids;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{2, {}};
  a.kids.push_back(std::make_unique<Node>());
  a.kids[0]->k = 4;
  return v[0] * a.kids[0]->k;
}
} // namespace own_vector

namespace trie {
struct Trie {
  std::map<char, std::unique_ptr<Trie>> next;
  int id = -1;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Trie root;
  int n = 0;
  for (const char *w : {"ab", "b"}) {
    Trie *t = &root;
    for (; *w; ++w) {
      auto &p = t->next[*w];
      if (!p)
        p = std::make_unique<Trie>();
      t = p.get();
    }
    t->id = n++;
  }
  return v[root.next['b']->id] * v[0];
}
} // namespace trie

namespace inttree {
struct Node {
  int key;
  std::unique_ptr<Node> l, r;
  explicit Node(int k) : key(k) {}
};
static void put(std::unique_ptr<Node> &n, int k) {
  if (!n)
    n = std::make_unique<Node>(k);
  else
    put(k < n->key ? n->l : n->r, k);
}
static int depth(const Node *n, int k) {
  return n->key == k ? 0 : 1 + depth(k < n->key ? n->l.get() : n->r.get(), k);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Node> root;
  for (int k : {3, 1, 4, 2})
    put(root, k);
  double s = 0;
  for (int k = 1; k <= 4; k++)
    s += v[k - 1] * v[depth(root.get(), k)];
  return s;
}
} // namespace inttree

namespace vecuniq {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Item>> items;
  for (int i = 0; i < 3; i++)
    items.push_back(std::make_unique<Item>(Item{i + 1}));
  double s = 0;
  for (auto &p : items)
    s += v[p->w] * p->w;
  items[1].reset();
  for (size_t i = 0; i < items.size(); i++)
    if (items[i])
      s *= v[items[i]->w];
  return s;
}
} // namespace vecuniq

namespace vecshared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::shared_ptr<Item>> items(2, std::make_shared<Item>(Item{2}));
  items.push_back(items[0]);
  items[0]->w = 3;
  double s = 0;
  for (const auto &p : items)
    s += v[p->w] * v[0];
  return s;
}
} // namespace vecshared

namespace basei {
struct Sh {
  virtual ~Sh() = default;
  virtual int corners() const = 0;
};
struct Tri : Sh {
  int corners() const override { return 3; }
};
struct Sq : Sh {
  int corners() const override { return 2; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Sh>> s;
  s.push_back(std::make_unique<Tri>());
  s.emplace_back(new Sq);
  double t = 0;
  for (auto &p : s)
    t += v[p->corners()] * v[0];
  return t * v[s[1]->corners()];
}
} // namespace basei

namespace own_keys {
namespace my {
struct A {
  int i;
  bool operator<(const A &o) const { return i < o.i; }
};
} // namespace my
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::tuple<int, my::A>, double> m;
  m[{1, my::A{2}}] = v[0] * v[1];
  std::map<std::variant<int, my::A>, double> w;
  w[my::A{3}] = v[2];
  w[2] = v[3];
  return m.begin()->second * w[2] * w.at(my::A{3});
}
} // namespace own_keys

namespace counter {
struct C {
  int k = 0;
  void inc() { ++k; }
  int get() const { return k; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto c = std::make_unique<C>();
  double s = 0;
  for (int i = 0; i < 3; i++) {
    s += v[c->get()] * s + v[c->k] * c->k;
    c->inc();
    if (c->get() == 2)
      s *= v[0];
  }
  c->k = 1;
  return s * v[c->k];
}
} // namespace counter

namespace sharedstate {
struct C {
  int k = 0;
};
static double use(const std::shared_ptr<C> &c, const V &v) {
  c->k++;
  return v[c->k] * c->k;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto c = std::make_shared<C>();
  auto d = c;
  double s = use(c, v);
  s *= use(d, v) + s;
  d->k = 0;
  s += use(c, v) * s;
  c.reset();
  return s * v[d->k];
}
} // namespace sharedstate

namespace moved {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<int>(2);
  double s = v[*p];
  auto q = std::move(p);
  *q = 1;
  s *= v[*q] * (p ? 5 : 3);
  p = std::make_unique<int>(3);
  s += v[*p] * v[*q];
  std::swap(p, q);
  *p = 0;
  return s * v[*p] * v[*q];
}
} // namespace moved

namespace arr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<int[]> ix(new int[4]);
  for (int i = 0; i < 4; i++)
    ix[i] = 3 - i;
  double s = 1;
  for (int i = 0; i < 4; i++) {
    s = s * v[ix[i]] + ix[i];
    ix[i] = 0;
  }
  return s * v[ix[2]];
}
} // namespace arr

namespace polyconf {
struct Conf {
  virtual ~Conf() = default;
  virtual int n() const { return 2; }
};
struct Big : Conf {
  int m;
  Big(int m) : m(m) {}
  int n() const override { return m; }
};
struct Model {
  std::unique_ptr<Conf> c;
  V w;
  double run(double x) const {
    double s = 0;
    for (int i = 0; i < c->n(); i++)
      s += w[i] * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Model m{std::make_unique<Big>(3), v};
  double s = m.run(v[0]);
  m.c = std::make_unique<Conf>();
  m.w[0] *= s;
  return s * m.run(v[1]);
}
} // namespace polyconf

namespace cls {
class Net {
  std::shared_ptr<const std::vector<int>> sizes;
  std::vector<V> w;

public:
  Net(std::shared_ptr<const std::vector<int>> s, const V &v) : sizes(std::move(s)) {
    for (int n : *sizes)
      w.emplace_back(n, v[n]);
  }
  double sum() const {
    double t = 0;
    for (size_t i = 0; i < sizes->size(); i++)
      for (int k = 0; k < (*sizes)[i]; k++)
        t += w[i][k] * (k + 1);
    return t;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto s = std::make_shared<std::vector<int>>(std::vector<int>{1, 2, 3});
  Net n(s, v);
  Net m = n;
  return n.sum() * m.sum();
}
} // namespace cls

namespace function {
static std::unique_ptr<int> pick(int i) { return i > 1 ? std::make_unique<int>(i) : nullptr; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (int i = 0; i < 4; i++) {
    auto p = pick(i);
    if (p)
      s *= v[*p];
    else
      s += v[i];
  }
  return s;
}
} // namespace function

namespace linked {
struct L {
  int k;
  std::unique_ptr<L> next;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<L> head;
  for (int i = 0; i < 4; i++)
    head = std::make_unique<L>(L{i, std::move(head)});
  double s = 0;
  for (L *p = head.get(); p; p = p->next.get()) {
    s = s * v[0] + v[p->k];
    p->k = 0;
  }
  while (head) {
    s += v[head->k] * s;
    head = std::move(head->next);
  }
  return s;
}
} // namespace linked

namespace sortu {
struct I {
  int id;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<I>> a;
  for (int i = 0; i < 4; ++i)
    a.push_back(std::make_unique<I>(I{3 - i}));
  std::sort(a.begin(), a.end(), [](const auto &x, const auto &y) { return x->id < y->id; });
  return v[a[0]->id] * v[a[1]->id];
}
} // namespace sortu

namespace sorts {
struct I {
  int id;
  std::string n;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::shared_ptr<I>> a;
  for (int i = 0; i < 4; ++i)
    a.push_back(std::make_shared<I>(I{3 - i, "x"}));
  std::sort(a.begin(), a.end(), [](const auto &x, const auto &y) { return x->id < y->id; });
  std::reverse(a.begin(), a.end());
  std::vector<std::string> w{"b", "a"};
  std::sort(w.begin(), w.end());
  return v[a[0]->id] * v[a[1]->id] * w[0][0];
}
} // namespace sorts

namespace rot {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<int>> a;
  for (int i = 0; i < 4; ++i)
    a.push_back(std::make_unique<int>(i));
  std::rotate(a.begin(), a.begin() + 1, a.end());
  std::swap(a[0], a[3]);
  a.erase(a.begin());
  a.insert(a.begin(), std::make_unique<int>(3));
  auto it = std::find_if(a.begin(), a.end(), [](const std::unique_ptr<int> &p) { return *p == 2; });
  return v[*a[0]] * v[*a[1]] * v[**it] * a.size();
}
} // namespace rot

int main() {
  CHECK_CASE_TWICE(tuple_key);
  CHECK_CASE_TWICE(own_pointer);
  CHECK_CASE_TWICE(own_vector);
  CHECK_CASE_TWICE(trie);
  CHECK_CASE_TWICE(inttree);
  CHECK_CASE_TWICE(vecuniq);
  CHECK_CASE_TWICE(vecshared);
  CHECK_CASE_TWICE(basei);
  CHECK_CASE_TWICE(own_keys);
  CHECK_CASE_TWICE(counter);
  CHECK_CASE_TWICE(sharedstate);
  CHECK_CASE_TWICE(moved);
  CHECK_CASE_TWICE(arr);
  CHECK_CASE_TWICE(polyconf);
  CHECK_CASE_TWICE(cls);
  CHECK_CASE_TWICE(function);
  CHECK_CASE_TWICE(linked);
  CHECK_CASE_TWICE(sortu);
  CHECK_CASE_TWICE(sorts);
  CHECK_CASE_TWICE(rot);
  return finish();
}
