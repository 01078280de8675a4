// What is left of objects that were moved from.
#include "vectors.h"

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct B {
  double c;
  std::vector<int> n;
};
} // namespace

namespace strmove {
struct B {
  std::string s;
  double c;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{"a longer text than fits inside", v[0]};
  B c = std::move(b);
  B d{"", 1};
  d = std::move(c);
  return b.s.size() * v[1] + c.s.size() * v[2] + d.c * d.s.size();
}
} // namespace strmove

namespace setmove {
struct B {
  std::set<int> s;
  std::vector<std::string> n;
  V w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<B> bs;
  B b{{1, 2}, {"x"}, v};
  bs.push_back(std::move(b));
  b.s = {5};
  b.w = {v[0]};
  bs.push_back(b);
  bs[0] = std::move(bs[1]);
  return bs[0].w[0] * bs[0].s.size() * *bs[0].s.begin() + bs[1].w.size() * v[1] + bs[1].n.size();
}
} // namespace setmove

namespace optmove {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{v[0], {1, 2, 3}};
  B c = std::move(b);
  std::vector<int> k = std::move(c.n);
  return b.n.size() * v[1] + c.c * k.size() + c.n.size() * v[2];
}
} // namespace optmove

namespace shared_member {
struct B {
  double c;
  std::shared_ptr<double> p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{v[0], std::make_shared<double>(v[1])};
  B c = std::move(b);
  return b.p ? 5 * v[2] : v[2] * *c.p;
}
} // namespace shared_member

namespace shared_assigned {
struct B {
  std::shared_ptr<double> p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{std::make_shared<double>(v[1])}, c;
  c = std::move(b);
  return b.p ? 5 * v[2] : v[2] * *c.p;
}
} // namespace shared_assigned

namespace into_optional {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{v[0], {1, 2, 3}};
  std::optional<B> o = std::move(b);
  return b.n.size() * v[1] + o->n.size() * o->c;
}
} // namespace into_optional

namespace into_pair {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::string> w{"abc"};
  auto p = std::make_pair(std::move(w), 1);
  return w.size() * v[0] + p.first[0].size() * v[1];
}
} // namespace into_pair

namespace into_map {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, B> m;
  B b{v[0], {1, 2, 3}};
  m.emplace(1, std::move(b));
  return b.n.size() * v[1] + m[1].c * m[1].n.size();
}
} // namespace into_map

namespace active {
struct B {
  std::string s;
  V w;
  std::shared_ptr<double> q;
  double c;
};
static double eat(B b) { return b.w[0] * *b.q + b.s.size(); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b{"x", v, std::make_shared<double>(v[2]), v[3]};
  std::vector<B> bs;
  bs.push_back(b);
  bs.push_back(std::move(b));
  double s = eat(std::move(bs[0]));
  b = bs[1];
  b.w[1] *= s;
  return s * b.w[1] * *b.q + (bs[0].q ? 100 : 1) * v[0] + bs[0].s.size() * v[1] + bs[0].w.size();
}
} // namespace active

int main() {
  CHECK_CASE_TWICE(strmove);
  CHECK_CASE_TWICE(setmove);
  CHECK_CASE_TWICE(optmove);
  CHECK_CASE_TWICE(shared_member);
  CHECK_CASE_TWICE(shared_assigned);
  CHECK_CASE_TWICE(into_optional);
  CHECK_CASE_TWICE(into_pair);
  CHECK_CASE_TWICE(into_map);
  CHECK_CASE_TWICE(active);
  return finish();
}
