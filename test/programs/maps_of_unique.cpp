// Maps whose values are std::unique_ptr's.
#include "valued.h"
#include "vectors.h"
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace um1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::unique_ptr<Base>> m;
  m["a"] = std::make_unique<Base>(v[0]);
  m["b"] = std::make_unique<Der>(v[1], v[2]);
  double s = 0;
  for (const auto &[n, p] : m)
    s += p->value(v[3]);
  return s + m.at("b")->value(v[0]) * m["a"]->a;
}
} // namespace um1

namespace um2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, std::unique_ptr<Rec>> m;
  m.emplace(3, std::make_unique<Rec>(Rec{v[0], v[1]}));
  m.insert({4, std::make_unique<Rec>(Rec{v[1], v[2]})});
  m.insert(std::make_pair(5, std::make_unique<Rec>(Rec{v[1], v[2]})));
  m.try_emplace(6, std::make_unique<Rec>(Rec{v[3], v[2]}));
  m.insert_or_assign(6, std::make_unique<Rec>(Rec{v[0], v[2]}));
  double s = 0;
  for (auto &kv : m) {
    kv.second->u *= v[3];
    s += kv.second->u * kv.second->w * kv.first;
  }
  auto it = m.find(4);
  if (it != m.end())
    s += it->second->u;
  m.erase(3);
  for (auto &kv : m)
    s += kv.second->u * kv.second->w * kv.first;
  m.clear();
  return s + m.size();
}
} // namespace um2

namespace member_unique {
struct Book {
  std::map<std::string, std::unique_ptr<Base>> items;
  double scale = 1;
  void add(const std::string &n, std::unique_ptr<Base> p) { items[n] = std::move(p); }
  double price(double x) const {
    double s = 0;
    for (const auto &[n, p] : items)
      s += p->value(x);
    return s * scale;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Book b;
  b.add("a", std::make_unique<Base>(v[0]));
  b.add("b", std::make_unique<Der>(v[1], v[2]));
  b.scale = v[0];
  return b.price(v[3]) + b.items.at("a")->value(v[2]);
}
} // namespace member_unique

namespace param_unique {
double sum(const std::map<std::string, std::unique_ptr<Base>> &m, double x) {
  double s = 0;
  for (const auto &[n, p] : m)
    s += p->value(x);
  return s;
}
void fill(std::map<std::string, std::unique_ptr<Base>> &m, double x) {
  m["q"] = std::make_unique<Base>(x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::unique_ptr<Base>> m;
  fill(m, v[1]);
  m["r"] = std::move(m["q"]);
  m["r"]->a *= v[0];
  double s = 0;
  if (m["q"])
    s = 3;
  m.erase("q");
  return sum(m, v[3]) + s;
}
} // namespace param_unique

namespace loop_maps_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    std::map<int, std::unique_ptr<Base>> m;
    for (int j = 0; j <= k; ++j)
      if (j % 2)
        m[j] = std::make_unique<Base>(v[j] * v[0]);
      else
        m.emplace(j, std::make_unique<Der>(v[j], v[0]));
    for (auto &[n, p] : m) {
      s += p->value(v[k]) * n;
      p->a *= s;
    }
    if (k == 2)
      continue;
    for (auto it = m.begin(); it != m.end(); ++it)
      s += it->second->value(v[1]);
    if (k == 3)
      break;
  }
  return s;
}
} // namespace loop_maps_u

namespace early_return_u {
double g(const V &v, int k) {
  std::map<std::string, std::unique_ptr<Rec>> m;
  m["x"] = std::make_unique<Rec>(Rec{v[0], v[1]});
  if (k == 0)
    return m["x"]->u * v[3];
  m["y"] = std::make_unique<Rec>(Rec{v[0] * v[1], v[2]});
  m["x"]->u += m["y"]->w;
  if (k == 1) {
    m.erase("x");
    return m["y"]->u;
  }
  m["x"].reset();
  m["x"] = std::make_unique<Rec>(Rec{v[2], v[2]});
  double s = 0;
  for (auto &[k2, p] : m)
    s += p->u * p->w;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 0) + 2 * g(v, 1) + 3 * g(v, 2);
}
} // namespace early_return_u

namespace erase_iter_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Base>> m;
  for (int j = 0; j < 4; ++j)
    m[j] = std::make_unique<Der>(v[j], v[0]);
  double s = 0;
  for (auto it = m.begin(); it != m.end();) {
    if (it->second->a > 1) {
      s += it->second->value(v[1]);
      it = m.erase(it);
    } else
      ++it;
  }
  for (auto &[n, p] : m)
    s += n * p->value(v[3]);
  return s + m.size();
}
} // namespace erase_iter_u

namespace dup_keys_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Base>> m;
  double s = 0;
  for (int j = 0; j < 4; ++j) {
    auto p = std::make_unique<Der>(v[j], v[0]);
    auto r = m.emplace(j / 2, std::move(p));
    if (r.second)
      s += r.first->second->value(v[1]);
    m.insert({j, std::make_unique<Base>(v[j])});
    m.insert(std::make_pair(j, std::make_unique<Base>(v[j])));
    auto q = std::make_unique<Base>(v[j] * v[j]);
    auto [it, ok] = m.try_emplace(j % 3, std::move(q));
    if (!ok)
      s += q->value(v[2]);
    else
      s += it->second->value(v[3]);
  }
  for (auto &[n, p] : m)
    s += (n + 1) * p->value(v[3]);
  return s;
}
} // namespace dup_keys_u

namespace replace_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::unique_ptr<Base>> m;
  for (int j = 0; j < 4; ++j) {
    m["k"] = std::make_unique<Der>(v[j], v[0]);
    m.insert_or_assign("l", std::make_unique<Base>(v[j]));
  }
  std::swap(m["k"], m["l"]);
  return m["k"]->value(v[1]) + 3 * m["l"]->value(v[2]);
}
} // namespace replace_u

namespace move_map_u {
std::map<int, std::unique_ptr<Base>> make(const V &v) {
  std::map<int, std::unique_ptr<Base>> m;
  m[1] = std::make_unique<Der>(v[0], v[1]);
  m[2] = std::make_unique<Base>(v[2]);
  return m;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto m = make(v);
  Base *p = m[1].get();
  std::map<int, std::unique_ptr<Base>> n = std::move(m);
  m[5] = std::make_unique<Base>(v[3]);
  double s = p->value(v[3]) + m.size() + n.size();
  m = std::move(n);
  s += m.at(1)->value(v[2]);
  m.swap(n);
  s += n.at(2)->value(v[3]) + m.size();
  return s;
}
} // namespace move_map_u

namespace heap_holder {
struct Reg {
  std::map<int, std::unique_ptr<Base>> m;
  double w = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto r = std::make_unique<Reg>();
  r->m[1] = std::make_unique<Der>(v[0], v[1]);
  r->m[2] = std::make_unique<Base>(v[2]);
  r->w = v[3];
  double s = 0;
  for (auto &[k, p] : r->m)
    s += r->w * p->value(v[1]) * k;
  return s;
}
} // namespace heap_holder

namespace holder_ctor {
struct Reg {
  std::map<std::string, std::unique_ptr<Base>> m;
  double w;
  Reg(double a, double b) : w(b) {
    m["z"] = std::make_unique<Base>(a);
    m.emplace("y", std::make_unique<Der>(a, b));
  }
  double run(double x) const {
    double s = 0;
    for (auto &[k, p] : m)
      s += p->value(x);
    return s * w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Reg r(v[0], v[1]);
  Reg q = std::move(r);
  q.m["z"]->a *= v[3];
  return q.run(v[2]) + r.m.size();
}
} // namespace holder_ctor

namespace holder_in_loop {
struct Reg {
  std::map<std::string, std::unique_ptr<Base>> m;
  double w = 1;
  void add(std::string n, double a, double b) { m[n] = std::make_unique<Der>(a, b); }
  double run(double x) const {
    double s = 0;
    for (auto &[k, p] : m)
      s += p->value(x);
    return s * w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Reg r;
    r.w = v[i];
    for (int j = 0; j < 3; ++j)
      r.add(std::to_string(j % (i + 1)), v[j], v[i]);
    s += r.run(v[3]);
    r.m.clear();
    r.add("z", s, v[0]);
    s += r.run(v[1]);
  }
  return s;
}
} // namespace holder_in_loop

namespace param_reg {
struct Reg {
  std::map<std::string, std::unique_ptr<Base>> m;
  double w;
};
double price(const Reg &r, double x) {
  double s = 0;
  for (const auto &[k, p] : r.m)
    if (k != "q")
      s += p->value(x);
  return s * r.w;
}
void bump(Reg &r, double d) {
  for (auto &[k, p] : r.m)
    p->a += d;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Reg r{{}, v[0]};
  r.m["a"] = std::make_unique<Base>(v[1]);
  r.m["q"] = std::make_unique<Base>(v[1]);
  r.m["b"] = std::make_unique<Der>(v[1], v[2]);
  bump(r, v[3]);
  return price(r, v[2]);
}
} // namespace param_reg

namespace ref_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Rec>> m;
  auto &p = m[3];
  if (!p)
    p = std::make_unique<Rec>(Rec{v[0], v[1]});
  auto &q = m[3];
  if (!q)
    q = std::make_unique<Rec>(Rec{v[2], v[1]});
  q->u *= v[3];
  const auto &c = m.at(3);
  Rec &r = *m.at(3);
  r.w *= c->u;
  return p->u + r.w;
}
} // namespace ref_u

namespace recursive_tree {
struct Node {
  double x;
  std::map<int, std::unique_ptr<Node>> kids;
};
double sum(const Node &n) {
  double s = n.x * n.x;
  for (auto &[k, c] : n.kids)
    s += k * sum(*c);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node root{v[0], {}};
  root.kids[1] = std::make_unique<Node>(Node{v[1], {}});
  root.kids[2] = std::make_unique<Node>(Node{v[2], {}});
  root.kids[1]->kids[3] = std::make_unique<Node>(Node{v[3], {}});
  return sum(root);
}
} // namespace recursive_tree

namespace arrays_u {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<double[]>> m;
  for (int i = 0; i < 3; ++i) {
    m[i] = std::make_unique<double[]>(3);
    for (int j = 0; j < 3; ++j)
      m[i][j] = v[i] * v[j];
  }
  double s = 0;
  for (auto &[k, p] : m)
    for (int j = 0; j < 3; ++j)
      s += p[j] * k * v[3];
  m.erase(1);
  return s + m.at(2)[1];
}
} // namespace arrays_u

namespace recursion_u {
double go(std::map<int, std::unique_ptr<Base>> &m, int n, const V &v) {
  if (n == 0)
    return 0;
  m[n] = std::make_unique<Der>(v[n], v[0]);
  double r = go(m, n - 1, v) + m[n]->value(v[1]);
  m.erase(n);
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Base>> m;
  return go(m, 3, v) + m.size();
}
} // namespace recursion_u

namespace member_find {
struct Reg {
  std::unordered_map<std::string, std::unique_ptr<Base>> m;
  Base *get(const std::string &n) {
    auto it = m.find(n);
    return it == m.end() ? nullptr : it->second.get();
  }
  const Base &ref(const std::string &n) const { return *m.at(n); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Reg r;
  r.m["a"] = std::make_unique<Der>(v[0], v[1]);
  r.m["b"] = std::make_unique<Base>(v[2]);
  double s = 0;
  if (Base *p = r.get("a")) {
    p->a *= v[3];
    s += p->value(v[1]);
  }
  if (Base *p = r.get("zz"))
    s += p->value(v[1]);
  return s * r.ref("b").value(v[0]);
}
} // namespace member_find

namespace return_from_loop {
double g(const V &v, int stop) {
  for (int i = 0; i < 3; ++i) {
    std::map<int, std::unique_ptr<Rec>> m;
    for (int j = 0; j < 3; ++j)
      m.try_emplace(j, std::make_unique<Rec>(Rec{v[j], v[i]}));
    for (auto &[k, p] : m) {
      p->u *= v[3];
      if (i == stop && k == 1)
        return p->u * p->w;
    }
  }
  return v[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 0) + 2 * g(v, 2) + g(v, 9);
}
} // namespace return_from_loop

int main() {
  CHECK_CASE_TWICE(um1);
  CHECK_CASE_TWICE(um2);
  CHECK_CASE_TWICE(member_unique);
  CHECK_CASE_TWICE(param_unique);
  CHECK_CASE_TWICE(loop_maps_u);
  CHECK_CASE_TWICE(early_return_u);
  CHECK_CASE_TWICE(erase_iter_u);
  CHECK_CASE_TWICE(dup_keys_u);
  CHECK_CASE_TWICE(replace_u);
  CHECK_CASE_TWICE(move_map_u);
  CHECK_CASE_TWICE(heap_holder);
  CHECK_CASE_TWICE(holder_ctor);
  CHECK_CASE_TWICE(holder_in_loop);
  CHECK_CASE_TWICE(param_reg);
  CHECK_CASE_TWICE(ref_u);
  CHECK_CASE_TWICE(recursive_tree);
  CHECK_CASE_TWICE(arrays_u);
  CHECK_CASE_TWICE(recursion_u);
  CHECK_CASE_TWICE(member_find);
  CHECK_CASE_TWICE(return_from_loop);
  return finish();
}
