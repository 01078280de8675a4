// Maps whose elements are pointers.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Sq : Shape {
  double a;
  Sq(double a) : a(a) {}
  double area() const override { return a * a; }
};
struct Ci : Shape {
  double r;
  Ci(double r) : r(r) {}
  double area() const override { return 3.1 * r * r; }
};
} // namespace

namespace constants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, const double *> m;
  m[1] = &v[0];
  m[2] = &v[2];
  return *m[1] * *m[2] * *m.at(1);
}
} // namespace constants

namespace by_name {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, const double *> m;
  for (int i = 0; i < 4; ++i)
    m[std::string(1, 'a' + i)] = &v[i];
  double s = 1;
  for (auto &[k, p] : m)
    s = s * *p + 1;
  m["a"] = m["b"];
  return s * *m["a"];
}
} // namespace by_name

namespace graph {
struct Node {
  double x;
  std::vector<Node *> in;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node a{v[0], {}}, b{v[1], {&a}}, c{v[2], {&a, &b}};
  std::map<std::string, Node *> m{{"a", &a}, {"b", &b}, {"c", &c}};
  for (auto &[k, n] : m)
    for (Node *p : n->in)
      n->x += std::sin(p->x);
  m["a"]->x *= m["c"]->x;
  return m.at("a")->x * m.find("b")->second->x;
}
} // namespace graph

namespace shapes {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sq s(v[0]);
  Ci c(v[1]);
  std::map<std::string, Shape *> m;
  m["s"] = &s;
  m["c"] = &c;
  double r = 0;
  for (auto &e : m)
    r += e.second->area();
  return r * m["s"]->area();
}
} // namespace shapes

namespace exchanged {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, double *> m;
  V w(v);
  for (int i = 0; i < 4; ++i)
    m[i] = &w[i];
  for (int k = 0; k < 3; ++k) {
    *m[k] *= *m[k + 1];
    std::swap(m[k], m[3]);
  }
  return w[0] * w[1] + w[2] * *m[3];
}
} // namespace exchanged

namespace loopw {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m;
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    m[0] = &w[k];
    m[0][0] *= m[0][1];
    r += *m[0];
  }
  return r;
}
} // namespace loopw

namespace erase {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m{{0, &w[0]}, {1, &w[1]}};
  m.erase(0);
  m[5] = &w[3];
  if (m.count(0))
    return 0;
  *m[1] *= *m[5];
  m.clear();
  m[0] = &w[1];
  return *m[0];
}
} // namespace erase

namespace null {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    double *&p = m[i % 2];
    if (!p)
      p = &w[i];
    s += *p * v[i];
  }
  return s;
}
} // namespace null

namespace given {
[[ad::differentiate(forward, reverse)]] double g(const std::map<int, double *> &m, double t) {
  double s = 0;
  for (auto &[k, p] : m) {
    *p *= t;
    s += *p;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m{{0, &w[0]}, {1, &w[1]}};
  return g(m, v[2]) * w[0];
}
} // namespace given

namespace heap {
struct Node {
  double x;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, Node *> m;
  for (int i = 0; i < 4; ++i)
    m[i] = new Node{v[i]};
  double s = 0;
  for (auto &[k, n] : m) {
    s += n->x * n->x * (k + 1);
  }
  for (auto &[k, n] : m)
    delete n;
  return s;
}
} // namespace heap

namespace helper_change {
static double g(std::map<int, double *> &m, double *p, double t) {
  m[7] = p;
  *m[7] *= t;
  m.erase(0);
  return *m[1] * *m[7];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m{{0, &w[0]}, {1, &w[1]}};
  return g(m, &w[2], v[2]) * w[0] * w[2];
}
} // namespace helper_change

namespace returned {
static std::map<int, double *> make(V &w) {
  std::map<int, double *> m;
  for (int i = 0; i < 4; ++i)
    if (i != 2)
      m[i] = &w[i];
  return m;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  auto m = make(w);
  double s = 1;
  for (auto &[k, p] : m) {
    *p *= s;
    s += *p;
  }
  return s * w[3];
}
} // namespace returned

namespace member {
struct Reg {
  std::map<std::string, double *> m;
  void add(const std::string &n, double &x) { m[n] = &x; }
  double &at(const std::string &n) { return *m.at(n); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  Reg r;
  r.add("a", a);
  r.add("b", b);
  r.at("a") *= v[2];
  r.at("b") += r.at("a");
  return a * b;
}
} // namespace member

namespace classptr {
struct Param {
  double value, scale;
};
struct Store {
  std::unordered_map<std::string, Param *> m;
  double get(const std::string &k) const {
    auto it = m.find(k);
    return it == m.end() ? 0.0 : it->second->value * it->second->scale;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Param p{v[0], 2}, q{v[1], v[2]};
  Store s;
  s.m["p"] = &p;
  s.m.emplace("q", &q);
  return s.get("p") * s.get("q") + s.get("r");
}
} // namespace classptr

namespace vecmap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::vector<std::map<int, double *>> ms(2);
  for (int i = 0; i < 4; ++i)
    ms[i % 2][i] = &w[i];
  double s = 0;
  for (auto &m : ms)
    for (auto &[k, p] : m) {
      s += *p * k;
      *p *= s;
    }
  return s * w[0];
}
} // namespace vecmap

namespace mapmap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, std::map<int, double *>> ms;
  for (int i = 0; i < 4; ++i)
    ms[i % 2][i] = &w[i];
  double s = 0;
  for (auto &[j, m] : ms)
    for (auto &[k, p] : m) {
      s += *p * k;
      *p *= s;
    }
  return s * w[0];
}
} // namespace mapmap

namespace copied {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> a{{0, &w[0]}, {1, &w[1]}}, b = a;
  b[0] = &w[2];
  a.swap(b);
  auto c = std::move(a);
  *c[0] *= 2;
  *b[0] *= *c[1];
  return w[0] * w[1] * w[2];
}
} // namespace copied

namespace memo {
struct Node {
  double x;
  double y = 0;
};
static Node *get(std::map<int, Node *> &cache, int i, const V &v) {
  auto it = cache.find(i);
  if (it != cache.end())
    return it->second;
  Node *n = new Node{v[i]};
  cache[i] = n;
  return n;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, Node *> c;
  double s = 0;
  for (int i = 0; i < 6; ++i) {
    Node *n = get(c, i % 4, v);
    n->y += n->x;
    s += n->y * n->y;
  }
  for (auto &[k, n] : c)
    delete n;
  return s;
}
} // namespace memo

namespace virt {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sq s(v[0]);
  Ci c(v[1]);
  std::unordered_map<std::string, const Shape *> m{{"s", &s}, {"c", &c}};
  double r = 0;
  for (const auto &[n, p] : m)
    r += p->area();
  return r * m.at("s")->area();
}
} // namespace virt

namespace checkp {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, double *> m;
  for (int i = 0; i < 4; ++i)
    m[i] = &w[i];
  double s = 0;
  for (int t = 0; t < 20; ++t) {
    m[t % 4] = &w[(t + 1) % 4];
    *m[0] = std::sin(*m[1] + *m[2]);
    s += *m[3];
  }
  return s;
}
} // namespace checkp

namespace to_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  double *p = &a, *q = &b;
  std::map<int, double **> m{{1, &p}, {2, &q}};
  **m[1] *= v[2];
  *m[2] = p;
  **m[2] += 1;
  return a * *q * b;
}
} // namespace to_pointers

namespace arrays_of_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::map<int, std::array<double *, 2>> m;
  m[1] = {&w[0], &w[1]};
  *m[1][0] *= *m[1][1];
  return w[0] * w[1];
}
} // namespace arrays_of_pointers

int main() {
  CHECK_CASE_TWICE(to_pointers);
  CHECK_CASE_TWICE(arrays_of_pointers);
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(by_name);
  CHECK_CASE_TWICE(graph);
  CHECK_CASE_TWICE(shapes);
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(loopw);
  CHECK_CASE_TWICE(erase);
  CHECK_CASE_TWICE(null);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(heap);
  CHECK_CASE_TWICE(helper_change);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(classptr);
  CHECK_CASE_TWICE(vecmap);
  CHECK_CASE_TWICE(mapmap);
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(memo);
  CHECK_CASE_TWICE(virt);
  CHECK_CASE_TWICE(checkp);
  return finish();
}
