// Pairs, tuples, optionals and variants that hold std::shared_ptr's, or pointers.
#include "valued.h"
#include "vectors.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using V = std::vector<double>;

namespace port_pairs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<double, std::shared_ptr<Base>>> p;
  p.push_back({v[0], std::make_shared<Base>(v[1])});
  p.emplace_back(v[1], std::make_shared<Der>(v[2], v[3]));
  p.push_back(std::make_pair(v[2], std::make_shared<Base>(v[0])));
  p.push_back(p[0]);
  double s = 0;
  for (const auto &[w, i] : p)
    s += w * i->value(v[3]);
  for (auto &q : p) {
    q.first *= 2;
    q.second->a *= v[0];
  }
  for (size_t k = 0; k < p.size(); ++k)
    s += p[k].first * p[k].second->value(v[1]);
  p.pop_back();
  return s + p.back().first;
}
} // namespace port_pairs

namespace port_pairs_init {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto b = std::make_shared<Base>(v[1]);
  std::vector<std::pair<double, std::shared_ptr<Base>>> p{
      {v[0], b}, {v[1], std::make_shared<Der>(v[2], v[3])}};
  double s = 0;
  for (const auto &[w, i] : p)
    s += w * i->value(v[3]);
  std::swap(p[0], p[1]);
  return s + p[0].second->value(v[0]) * p[1].first;
}
} // namespace port_pairs_init

namespace pair_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::pair<std::shared_ptr<Base>, double> p(std::make_shared<Der>(v[0], v[1]), v[2]);
  auto q = p;
  q.first->a *= v[3];
  q.second *= p.second;
  p = std::make_pair(std::make_shared<Base>(v[3]), v[0]);
  auto [o, w] = q;
  std::pair<double, std::shared_ptr<Base>> r;
  r.first = w;
  r.second = o;
  if (!r.second)
    return 0;
  return p.first->value(v[1]) * p.second + q.first->value(v[2]) * q.second + r.second->value(w);
}
} // namespace pair_s

namespace tuple_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::tuple<std::shared_ptr<Base>, double, int> p(std::make_shared<Der>(v[0], v[1]), v[2], 3);
  auto q = p;
  std::get<0>(q)->a *= v[3];
  std::get<1>(q) *= std::get<1>(p);
  auto &[o, w, n] = q;
  std::get<0>(p) = std::make_shared<Base>(v[1]);
  auto t = std::make_tuple(o, w * 2);
  return o->value(v[1]) * w * n + std::get<0>(p)->value(v[0]) +
         std::get<0>(t)->value(std::get<1>(t));
}
} // namespace tuple_s

namespace opt_s {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<std::shared_ptr<Base>> o;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (o)
      s += (*o)->value(v[i]);
    if (i % 2)
      o = std::make_shared<Der>(v[i], v[0]);
    else if (v[i] > 1)
      o.reset();
    if (o.has_value()) {
      o.value()->a += v[1];
      s += (*o)->value(v[2]);
    }
  }
  return s;
}
} // namespace opt_s

namespace opt_rec_rawptr {
struct Leg {
  double w;
  const Base *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Base b(v[1]);
  std::optional<Leg> o;
  if (v[0] > 0.5)
    o = Leg{v[0], &b};
  if (!o)
    return v[1];
  o->w *= v[3];
  return o->w * o->p->value(v[2]);
}
} // namespace opt_rec_rawptr

namespace opt_rawptr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Base b(v[1]);
  std::optional<Base *> o;
  if (v[0] > 0.5)
    o = &b;
  if (!o)
    return v[1];
  (*o)->a *= v[3];
  return (*o)->value(v[2]);
}
} // namespace opt_rawptr

namespace struct_pairs {
struct Port {
  std::vector<std::pair<double, std::shared_ptr<Base>>> legs;
  double cash = 0;
  void add(double w, std::shared_ptr<Base> p) { legs.emplace_back(w, std::move(p)); }
  double value(double x) const {
    double s = cash;
    for (const auto &[w, p] : legs)
      s += w * p->value(x);
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Port p;
  p.cash = v[3];
  p.add(v[0], std::make_shared<Base>(v[1]));
  p.add(v[1], std::make_shared<Der>(v[2], v[0]));
  Port q = p;
  q.legs[0].first *= v[2];
  return p.value(v[1]) + q.value(v[2]);
}
} // namespace struct_pairs

namespace struct_pair {
struct Leg {
  std::pair<double, std::shared_ptr<Base>> p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Leg> l;
  l.push_back(Leg{{v[0], std::make_shared<Base>(v[1])}});
  l.push_back({{v[1], l[0].p.second}});
  double s = 0;
  for (auto &e : l)
    s += e.p.first * e.p.second->value(v[3]);
  return s;
}
} // namespace struct_pair

namespace ret_pair_s {
std::pair<double, std::shared_ptr<Base>> mk(double a, double b) {
  if (a > 1)
    return {a, std::make_shared<Base>(b)};
  return std::make_pair(b, std::make_shared<Der>(a, b));
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto [w, p] = mk(v[0], v[1]);
  auto q = mk(v[1], v[2]);
  return w * p->value(v[3]) + q.first * q.second->a;
}
} // namespace ret_pair_s

namespace sort_pairs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<double, std::shared_ptr<Base>>> p;
  for (int i = 0; i < 4; ++i)
    p.emplace_back(v[i], std::make_shared<Der>(v[i] * v[0], v[3 - i]));
  std::sort(p.begin(), p.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * p[i].first * p[i].second->value(v[i]);
  return s;
}
} // namespace sort_pairs

namespace param_pairs {
double val(const std::vector<std::pair<double, std::shared_ptr<Base>>> &p, double x) {
  double s = 0;
  for (const auto &[w, i] : p)
    s += w * i->value(x);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<double, std::shared_ptr<Base>>> p;
  p.emplace_back(v[0], std::make_shared<Der>(v[1], v[2]));
  p.emplace_back(v[0], p[0].second);
  return val(p, v[3]) + val(p, v[0]);
}
} // namespace param_pairs

namespace opt_shared_der {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<std::shared_ptr<Base>> o = std::make_shared<Der>(v[0], v[1]);
  auto q = o;
  (*q)->a *= v[2];
  o = std::nullopt;
  o.emplace(std::make_shared<Base>(v[3]));
  double s = (*o)->value(v[0]) + q.value()->value(v[1]);
  o = q;
  return s * (*o)->a;
}
} // namespace opt_shared_der

namespace variant_shared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    std::variant<double, std::shared_ptr<Rec>> x = v[i];
    if (i % 2)
      x = std::make_shared<Rec>(Rec{v[i], v[0]});
    if (auto *p = std::get_if<std::shared_ptr<Rec>>(&x)) {
      (*p)->u *= v[1];
      s += (*p)->u * (*p)->w;
    } else
      s += std::get<double>(x) * v[2];
  }
  return s;
}
} // namespace variant_shared

namespace opt_chain {
struct Leg {
  double w;
  std::shared_ptr<Rec> p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<Leg> o, q;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == 1)
      o = Leg{v[i], std::make_shared<Rec>(Rec{v[0], v[1]})};
    if (i == 2) {
      q = o;
      q->p->u *= v[2];
      q->w += v[3];
    }
    if (o)
      s += o->w * o->p->u;
    if (q) {
      s += q->w * q->p->u;
      o.reset();
    }
  }
  return s;
}
} // namespace opt_chain

namespace tuple_moves {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto a = std::make_shared<Rec>(Rec{v[0], v[1]});
  auto b = a;
  auto t = std::make_tuple(std::move(a), v[2]);
  if (a)
    return 0;
  std::tuple<std::shared_ptr<Rec>, double> u = t;
  std::get<0>(u)->u *= v[3];
  std::tie(b, std::ignore) = u;
  auto w = std::move(u);
  return b->u * std::get<0>(t)->w * std::get<1>(w) + (std::get<0>(u) ? 1 : 2);
}
} // namespace tuple_moves

namespace pair_cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::pair<double, std::shared_ptr<Rec>> best{-1e9, nullptr};
  for (int i = 0; i < 4; ++i)
    if (v[i] > best.first)
      best = {v[i], std::make_shared<Rec>(Rec{v[i] * v[0], v[1]})};
  return best.first * best.second->u * best.second->w;
}
} // namespace pair_cond

int main() {
  CHECK_CASE_TWICE(port_pairs);
  CHECK_CASE_TWICE(port_pairs_init);
  CHECK_CASE_TWICE(pair_s);
  CHECK_CASE_TWICE(tuple_s);
  CHECK_CASE_TWICE(opt_s);
  CHECK_CASE_TWICE(opt_rec_rawptr);
  CHECK_CASE_TWICE(opt_rawptr);
  CHECK_CASE_TWICE(struct_pairs);
  CHECK_CASE_TWICE(struct_pair);
  CHECK_CASE_TWICE(ret_pair_s);
  CHECK_CASE_TWICE(sort_pairs);
  CHECK_CASE_TWICE(param_pairs);
  CHECK_CASE_TWICE(opt_shared_der);
  CHECK_CASE_TWICE(variant_shared);
  CHECK_CASE_TWICE(opt_chain);
  CHECK_CASE_TWICE(tuple_moves);
  CHECK_CASE_TWICE(pair_cond);
  return finish();
}
