// Maps whose values are std::shared_ptr's.
#include "valued.h"
#include "vectors.h"
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace sm1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::shared_ptr<Base>> m;
  m["a"] = std::make_shared<Base>(v[0]);
  m["b"] = std::make_shared<Der>(v[1], v[2]);
  double s = 0;
  for (const auto &[n, p] : m)
    s += p->value(v[3]);
  return s + m.at("b")->value(v[0]) * m["a"]->a;
}
} // namespace sm1

namespace sm2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Rec>> m;
  m.emplace(3, std::make_shared<Rec>(Rec{v[0], v[1]}));
  m.insert({4, std::make_shared<Rec>(Rec{v[1], v[2]})});
  m.insert(std::make_pair(5, std::make_shared<Rec>(Rec{v[1], v[2]})));
  m.try_emplace(6, std::make_shared<Rec>(Rec{v[3], v[2]}));
  m.insert_or_assign(6, std::make_shared<Rec>(Rec{v[0], v[2]}));
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
} // namespace sm2

namespace member_shared {
struct Book {
  std::map<std::string, std::shared_ptr<Base>> items;
  double scale = 1;
  void add(const std::string &n, std::shared_ptr<Base> p) { items[n] = p; }
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
  b.add("a", std::make_shared<Base>(v[0]));
  b.add("b", std::make_shared<Der>(v[1], v[2]));
  b.scale = v[0];
  return b.price(v[3]) + b.items.at("a")->value(v[2]);
}
} // namespace member_shared

namespace param_shared {
double sum(const std::map<std::string, std::shared_ptr<Base>> &m, double x) {
  double s = 0;
  for (const auto &[n, p] : m)
    s += p->value(x);
  return s;
}
void fill(std::map<std::string, std::shared_ptr<Base>> &m, double x) {
  m["q"] = std::make_shared<Base>(x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::shared_ptr<Base>> m;
  fill(m, v[1]);
  m["r"] = m["q"];
  m["r"]->a *= v[0];
  return sum(m, v[3]);
}
} // namespace param_shared

namespace loop_maps_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    std::map<int, std::shared_ptr<Base>> m;
    for (int j = 0; j <= k; ++j)
      if (j % 2)
        m[j] = std::make_shared<Base>(v[j] * v[0]);
      else
        m.emplace(j, std::make_shared<Der>(v[j], v[0]));
    m[7] = m[0];
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
} // namespace loop_maps_s

namespace move_map_s {
std::map<int, std::shared_ptr<Base>> make(const V &v) {
  std::map<int, std::shared_ptr<Base>> m;
  m[1] = std::make_shared<Der>(v[0], v[1]);
  m[2] = std::make_shared<Base>(v[2]);
  return m;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto m = make(v);
  auto c = m;
  c[1]->a *= v[3];
  c[2] = std::make_shared<Base>(v[1]);
  c[2]->a *= v[0];
  Base *p = m[1].get();
  std::map<int, std::shared_ptr<Base>> n = std::move(m);
  m[5] = std::make_shared<Base>(v[3]);
  double s = p->value(v[3]) + m.size() + n.size() + c[1]->value(v[1]) + c[2]->a;
  m = std::move(n);
  s += m.at(1)->value(v[2]) * m.at(2)->value(v[0]);
  m.swap(c);
  s += c.at(2)->value(v[3]) * m.at(2)->a;
  return s;
}
} // namespace move_map_s

namespace heap_holder_s {
struct Reg {
  std::map<int, std::shared_ptr<Base>> m;
  double w = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto r = std::make_unique<Reg>();
  r->m[1] = std::make_shared<Der>(v[0], v[1]);
  r->m[2] = std::make_shared<Base>(v[2]);
  r->w = v[3];
  auto q = std::make_shared<Reg>();
  q->m = r->m;
  q->m[2]->a *= v[0];
  double s = 0;
  for (auto &[k, p] : r->m)
    s += r->w * p->value(v[1]) * k;
  return s + q->w * q->m.at(1)->a;
}
} // namespace heap_holder_s

namespace count_words {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<std::string, std::shared_ptr<Rec>> m;
  std::vector<std::string> names = {"a", "b", "a", "c"};
  for (size_t i = 0; i < names.size(); ++i) {
    auto it = m.find(names[i]);
    if (it == m.end())
      it = m.emplace(names[i], std::make_shared<Rec>()).first;
    it->second->u += v[i];
    it->second->w = v[i] * v[i];
  }
  double s = 0;
  for (const auto &kv : m)
    s += kv.second->u * kv.second->w;
  if (auto it = m.find("zz"); it != m.end())
    s += 1;
  return s + m.count("a");
}
} // namespace count_words

namespace vec_of_maps {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, std::shared_ptr<Rec>>> m(2);
  m[0][1] = std::make_shared<Rec>(Rec{v[0], v[1]});
  m[1][2] = m[0][1];
  m[1][2]->u *= v[2];
  m.push_back(m[1]);
  return m[0][1]->u * m[2][2]->w;
}
} // namespace vec_of_maps

namespace map_of_maps {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::map<int, std::shared_ptr<Rec>>> m;
  m["a"][1] = std::make_shared<Rec>(Rec{v[0], v[1]});
  m["b"][2] = m["a"][1];
  m["b"][2]->u *= v[2];
  return m["a"][1]->u;
}
} // namespace map_of_maps

namespace map_vec_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::vector<std::shared_ptr<Rec>>> m;
  m["a"].push_back(std::make_shared<Rec>(Rec{v[0], v[1]}));
  m["a"].push_back(m["a"][0]);
  m["a"][1]->u *= v[3];
  double s = 0;
  for (auto &[k, l] : m)
    for (auto &p : l)
      s += p->u;
  return s;
}
} // namespace map_vec_s

namespace recursive_tree_s {
struct Node {
  double x;
  std::map<int, std::shared_ptr<Node>> kids;
};
double sum(const Node &n) {
  double s = n.x * n.x;
  for (auto &[k, c] : n.kids)
    s += k * sum(*c);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto root = std::make_shared<Node>();
  root->x = v[0];
  root->kids[1] = std::make_shared<Node>();
  root->kids[1]->x = v[1];
  root->kids[2] = std::make_shared<Node>();
  root->kids[2]->x = v[2];
  root->kids[1]->kids[3] = root->kids[2];
  return sum(*root);
}
} // namespace recursive_tree_s

namespace const_shared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<const Base>> m;
  m[1] = std::make_shared<Der>(v[0], v[1]);
  m.emplace(2, std::make_shared<const Base>(v[2]));
  double s = 0;
  for (auto &[k, p] : m)
    s += p->value(v[3]);
  return s * m.at(2)->a;
}
} // namespace const_shared

namespace alias_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Rec>> m;
  auto p = std::make_shared<Rec>(Rec{v[0], v[1]});
  m[0] = p;
  m[1] = p;
  m[2] = std::make_shared<Rec>(*p);
  m[0]->u *= v[2];
  m[2]->u += m[1]->u;
  p->w *= m[2]->u;
  m.erase(0);
  m[1].reset();
  m.erase(1);
  p->u += 1;
  auto q = m.count(1) ? m[1] : p;
  return q->u * q->w * m[2]->w;
}
} // namespace alias_s

namespace cond_shared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::shared_ptr<Base>> m;
  if (v[0] > 1)
    m["x"] = std::make_shared<Base>(v[0]);
  else
    m["x"] = std::make_shared<Der>(v[1], v[0]);
  for (int i = 0; i < 3; ++i) {
    if (v[i] < 1)
      continue;
    m["k" + std::to_string(i)] = m["x"];
    m["x"]->a *= v[i];
  }
  double s = 0;
  for (auto it = m.rbegin(); it != m.rend(); ++it)
    s = s * it->second->value(v[3]) + it->second->a;
  return s;
}
} // namespace cond_shared

namespace algo {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Rec>> m;
  for (int i = 0; i < 4; ++i)
    m[i] = std::make_shared<Rec>(Rec{v[i], v[0] * v[i]});
  double s = std::accumulate(m.begin(), m.end(), 0.0, [](double a, const auto &kv) {
    return a + kv.second->u * kv.second->w;
  });
  std::for_each(m.begin(), m.end(), [&](auto &kv) { kv.second->u *= v[1]; });
  return s + m[2]->u;
}
} // namespace algo

namespace init_list_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::shared_ptr<Base>> m{{"a", std::make_shared<Base>(v[0])},
                                                 {"b", std::make_shared<Der>(v[1], v[2])}};
  m.insert({{"c", std::make_shared<Base>(v[3])}, {"a", std::make_shared<Base>(v[2])}});
  double s = 0;
  for (const auto &kv : m)
    s += kv.second->value(v[3]);
  const auto &c = m;
  for (const auto &[k, p] : c)
    s *= p->a;
  return s;
}
} // namespace init_list_s

namespace poly_shared_ctor {
struct Model {
  virtual ~Model() = default;
  virtual double run(double x) const = 0;
};
struct Reg : Model {
  std::map<std::string, std::shared_ptr<Base>> m;
  double w;
  Reg(double a, double b) : w(b) {
    m["z"] = std::make_shared<Base>(a);
    m.emplace("y", std::make_shared<Der>(a, b));
  }
  double run(double x) const override {
    double s = 0;
    for (auto &[k, p] : m)
      s += p->value(x);
    return s * w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Model> r = std::make_unique<Reg>(v[0], v[1]);
  return r->run(v[2]);
}
} // namespace poly_shared_ctor

namespace poly_numbers_ctor {
struct Model {
  virtual ~Model() = default;
  virtual double run(double x) const = 0;
};
struct Reg : Model {
  std::map<std::string, double> m;
  double w;
  Reg(double a, double b) : w(b) {
    m["z"] = a;
    m.emplace("y", a * b);
  }
  double run(double x) const override {
    double s = 0;
    for (auto &[k, p] : m)
      s += p * x;
    return s * w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Model> r = std::make_unique<Reg>(v[0], v[1]);
  return r->run(v[2]);
}
} // namespace poly_numbers_ctor

int main() {
  CHECK_CASE_TWICE(sm1);
  CHECK_CASE_TWICE(sm2);
  CHECK_CASE_TWICE(member_shared);
  CHECK_CASE_TWICE(param_shared);
  CHECK_CASE_TWICE(loop_maps_s);
  CHECK_CASE_TWICE(move_map_s);
  CHECK_CASE_TWICE(heap_holder_s);
  CHECK_CASE_TWICE(count_words);
  CHECK_CASE_TWICE(vec_of_maps);
  CHECK_CASE_TWICE(map_of_maps);
  CHECK_CASE_TWICE(map_vec_s);
  CHECK_CASE_TWICE(recursive_tree_s);
  CHECK_CASE_TWICE(const_shared);
  CHECK_CASE_TWICE(alias_s);
  CHECK_CASE_TWICE(cond_shared);
  CHECK_CASE_TWICE(algo);
  CHECK_CASE_TWICE(init_list_s);
  CHECK_CASE_TWICE(poly_shared_ctor);
  CHECK_CASE_TWICE(poly_numbers_ctor);
  return finish();
}
