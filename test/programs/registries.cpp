// Maps of smart pointers in registries, recursive functions, beside other containers.
#include "valued.h"
#include "vectors.h"
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace factory {
struct Registry {
  std::map<std::string, std::unique_ptr<Base>> items;
  template <class T, class... A> T &add(const std::string &n, A... a) {
    auto p = std::make_unique<T>(a...);
    T &r = *p;
    items[n] = std::move(p);
    return r;
  }
  bool remove(const std::string &n) { return items.erase(n) > 0; }
  double total(double x) const {
    return std::accumulate(items.begin(), items.end(), 0.0,
                           [x](double s, const auto &kv) { return s + kv.second->value(x); });
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Registry r;
  auto &d = r.add<Der>("d", v[0], v[1]);
  r.add<Base>("b", v[2]);
  d.b *= v[3];
  double s = r.total(v[0]);
  if (r.remove("b"))
    s *= 2;
  r.add<Base>("d", v[1]);
  return s + r.total(v[1]);
}
} // namespace factory

namespace multi_inherit {
struct X {
  double p;
  virtual ~X() {}
  virtual double px() const { return p; }
};
struct Y {
  double q;
  virtual ~Y() {}
  virtual double qy(double t) const { return q * t; }
};
struct Z : X, Y {
  double r;
  Z(double a, double b, double c) {
    p = a;
    q = b;
    r = c;
  }
  double qy(double t) const override { return q * r * t + p; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Y>> m;
  m[0] = std::make_shared<Z>(v[0], v[1], v[2]);
  m.emplace(1, std::make_shared<Z>(v[1], v[2], v[3]));
  std::optional<std::shared_ptr<Y>> o = std::make_shared<Z>(v[2], v[1], v[0]);
  std::pair<double, std::shared_ptr<Y>> pr(v[1], std::make_shared<Z>(v[2], v[1], v[3]));
  double s = (*o)->qy(v[0]) + pr.second->qy(pr.first);
  for (auto &[k, y] : m) {
    y->q *= v[3];
    s += y->qy(v[0]);
  }
  return s;
}
} // namespace multi_inherit

namespace shared_cycle_use {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Rec>> m, n;
  for (int i = 0; i < 4; ++i)
    m[i] = std::make_shared<Rec>(Rec{v[i], 1});
  n = m;
  n[0] = n[3];
  m[3]->u *= 2;
  n[0]->w *= v[1];
  m = n;
  m[1] = nullptr;
  double s = 0;
  for (auto &[k, p] : m)
    if (p)
      s += p->u * p->w * (k + 1);
  std::swap(m, n);
  return s + m[1]->u;
}
} // namespace shared_cycle_use

namespace while_pop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Rec>> m;
  for (int i = 0; i < 4; ++i)
    m[3 - i] = std::make_unique<Rec>(Rec{v[i], v[0]});
  double s = 0;
  while (!m.empty()) {
    auto it = m.begin();
    s = s * it->second->u + it->second->w;
    if (m.size() == 2) {
      auto p = std::move(it->second);
      m.erase(it);
      s += p->u;
    } else
      m.erase(m.begin());
  }
  return s;
}
} // namespace while_pop

namespace release_take {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Base>> m;
  m[1] = std::make_unique<Der>(v[0], v[1]);
  std::unique_ptr<Base> p(m[1].release());
  p->a *= v[2];
  m[2].swap(p);
  if (p || m.at(1))
    return 0;
  m.at(2)->a += v[3];
  return m[2]->value(v[3]) + m.size();
}
} // namespace release_take

namespace opt_loop {
struct Leg {
  double w;
  std::shared_ptr<Rec> p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<Leg> best;
  for (int i = 0; i < 4; ++i) {
    Leg l{v[i], std::make_shared<Rec>(Rec{v[i] * v[0], v[1]})};
    if (!best || l.w > best->w)
      best = l;
  }
  best->p->u *= best->w;
  auto copy = best;
  copy->w = 3;
  return copy->p->u * best->w * copy->w + best.value().p->w;
}
} // namespace opt_loop

namespace tuple_vec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::tuple<std::string, double, std::shared_ptr<Base>>> t;
  t.emplace_back("x", v[0], std::make_shared<Der>(v[1], v[2]));
  t.push_back({"y", v[1], std::make_shared<Base>(v[3])});
  double s = 0;
  for (auto &[n, w, p] : t) {
    if (n == "y")
      p->a *= w;
    s += w * p->value(v[2]);
  }
  std::get<2>(t[0]) = std::get<2>(t[1]);
  return s + std::get<2>(t[0])->a;
}
} // namespace tuple_vec

namespace map_in_branch {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::shared_ptr<Base> keep;
  {
    std::map<int, std::shared_ptr<Base>> m;
    m[0] = std::make_shared<Der>(v[0], v[1]);
    if (v[2] > 1)
      keep = m[0];
    else
      keep = std::make_shared<Base>(v[3]);
  }
  keep->a *= v[1];
  return keep->value(v[2]);
}
} // namespace map_in_branch

namespace throw_through {
double price(const std::map<std::string, std::unique_ptr<Base>> &m, const std::string &n,
             double x) {
  auto it = m.find(n);
  if (it == m.end())
    throw std::runtime_error("no");
  return it->second->value(x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::unique_ptr<Base>> m;
  m["a"] = std::make_unique<Der>(v[0], v[1]);
  double s = 0;
  try {
    s = price(m, "zz", v[2]);
  } catch (const std::runtime_error &) {
    s = v[3];
  }
  try {
    s += price(m, "a", v[2]);
  } catch (const std::runtime_error &) {
    s = 0;
  }
  return s;
}
} // namespace throw_through

namespace rec_holder {
struct Book {
  std::map<int, std::unique_ptr<Base>> m;
};
double walk(const Book &b, int k, double x) {
  if (k > 3)
    return x;
  auto it = b.m.find(k);
  return walk(b, k + 1, it == b.m.end() ? x : x + it->second->value(x));
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Book b;
  b.m[1] = std::make_unique<Der>(v[0], v[1]);
  b.m[3] = std::make_unique<Base>(v[2]);
  return walk(b, 0, v[3]);
}
} // namespace rec_holder

namespace rec_fill {
struct Book {
  std::map<int, std::shared_ptr<Base>> m;
};
void fill(Book &b, int k, const V &v) {
  if (k == 0)
    return;
  b.m[k] = std::make_shared<Der>(v[k], v[0]);
  if (b.m.count(k + 1))
    b.m[k]->a *= b.m.at(k + 1)->a;
  fill(b, k - 1, v);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Book b;
  fill(b, 3, v);
  double s = 0;
  for (auto &[k, p] : b.m)
    s += p->value(v[3]) * k;
  return s;
}
} // namespace rec_fill

namespace return_book {
struct Book {
  std::map<int, std::unique_ptr<Base>> m;
  double w;
};
Book mk(const V &v, bool b) {
  Book r;
  r.w = v[3];
  r.m[0] = std::make_unique<Base>(v[0]);
  if (b)
    r.m[1] = std::make_unique<Der>(v[1], v[2]);
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Book a = mk(v, true), c = mk(v, false);
  a = std::move(c);
  double s = 0;
  for (auto &[k, p] : a.m)
    s += p->value(a.w) * (k + 1);
  return s * a.m.size();
}
} // namespace return_book

namespace book_members {
struct Desk {
  std::map<std::string, std::shared_ptr<Base>> items;
  std::vector<std::pair<double, std::shared_ptr<Base>>> legs;
  std::optional<double> cap;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Desk d;
  d.items["x"] = std::make_shared<Der>(v[0], v[1]);
  d.legs.emplace_back(v[2], d.items["x"]);
  d.legs.emplace_back(v[1], std::make_shared<Base>(v[3]));
  if (v[0] > 1)
    d.cap = v[1] * 2;
  Desk e = d;
  e.legs[0].second->a += v[3];
  double s = 0;
  for (auto &[w, p] : d.legs)
    s += w * p->value(v[0]);
  for (auto &[k, p] : e.items)
    s *= p->value(v[1]);
  return e.cap ? s * *e.cap : s;
}
} // namespace book_members

namespace two_maps_same {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::unique_ptr<Rec>> m;
  std::map<std::string, Rec *> idx;
  for (int i = 0; i < 3; ++i) {
    m[i] = std::make_unique<Rec>(Rec{v[i], v[3]});
    idx["r" + std::to_string(i)] = m[i].get();
  }
  idx["r1"]->u *= v[0];
  double s = 0;
  for (auto &[k, r] : idx)
    s += r->u * r->w;
  m.erase(0);
  for (auto &[k, p] : m)
    s += p->u;
  return s;
}
} // namespace two_maps_same

namespace unordered_rehash {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, std::unique_ptr<Rec>> m;
  m.reserve(2);
  Rec *first = nullptr;
  for (int i = 0; i < 40; ++i) {
    auto &p = m[i * 7];
    p = std::make_unique<Rec>(Rec{v[i % 4] * i, v[0]});
    if (!i)
      first = p.get();
  }
  first->u = v[1];
  double s = 0;
  for (int i = 0; i < 40; ++i)
    s += m.at(i * 7)->u * m[i * 7]->w;
  for (int i = 0; i < 40; i += 2)
    m.erase(i * 7);
  for (auto &[k, p] : m)
    s += p->u * k;
  return s;
}
} // namespace unordered_rehash

namespace const_it {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::shared_ptr<Rec>> m{{1, std::make_shared<Rec>(Rec{v[0], v[1]})},
                                        {2, std::make_shared<Rec>(Rec{v[2], v[1]})}};
  const auto &c = m;
  double s = 0;
  for (auto it = c.cbegin(); it != c.cend(); ++it)
    s += it->second->u * it->second->w;
  for (auto it = c.lower_bound(2); it != c.end(); ++it)
    s *= it->second->u;
  const std::pair<const int, std::shared_ptr<Rec>> &e = *c.begin();
  return s + e.second->w;
}
} // namespace const_it

int main() {
  CHECK_CASE_TWICE(factory);
  CHECK_CASE_TWICE(multi_inherit);
  CHECK_CASE_TWICE(shared_cycle_use);
  CHECK_CASE_TWICE(while_pop);
  CHECK_CASE_TWICE(release_take);
  CHECK_CASE_TWICE(opt_loop);
  CHECK_CASE_TWICE(tuple_vec);
  CHECK_CASE_TWICE(map_in_branch);
  CHECK_CASE_TWICE(throw_through);
  CHECK_CASE_TWICE(rec_holder);
  CHECK_CASE_TWICE(rec_fill);
  CHECK_CASE_TWICE(return_book);
  CHECK_CASE_TWICE(book_members);
  CHECK_CASE_TWICE(two_maps_same);
  CHECK_CASE_TWICE(unordered_rehash);
  CHECK_CASE_TWICE(const_it);
  return finish();
}
