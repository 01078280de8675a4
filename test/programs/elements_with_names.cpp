// Vectors of objects that no constructor makes as zeros, with members of the library's classes that
// hold no numbers: strings, sets.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Started {
  std::string name;
  double x = 1;
};
struct P {
  std::string k;
  double x;
  P(std::string k, double x) : k(std::move(k)), x(x) {}
};
} // namespace

namespace layers_named {
struct Layer {
  std::string name;
  std::vector<double> w;
  double bias;
  Layer(std::string n, std::vector<double> ww, double b)
      : name(std::move(n)), w(std::move(ww)), bias(b) {}
  double apply(double x) const {
    double s = bias;
    for (double e : w)
      s += e * x;
    return std::tanh(s);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Layer> ls;
  ls.emplace_back("in", V{v[0], v[1]}, v[2]);
  ls.push_back(Layer("out", {v[3]}, v[0]));
  double x = v[1];
  for (const auto &l : ls)
    x = l.apply(x);
  return x;
}
} // namespace layers_named

namespace layers_private {
class Layer {
  std::string name;
  double w, b;
  std::set<int> tags;

public:
  Layer(const std::string &n, double w, double b) : name(n), w(w), b(b) { tags.insert(3); }
  double apply(double x) const { return 0.1 * name.size() * w * x + b * tags.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Layer> ls;
  for (int i = 0; i < 3; ++i)
    ls.emplace_back(i ? "some rather long name of a layer" : "b", v[i], v[i + 1]);
  std::vector<Layer> copy = ls;
  copy.push_back(ls[1]);
  double x = 1;
  for (const auto &l : copy)
    x = std::sin(l.apply(x));
  ls = copy;
  ls.pop_back();
  for (auto &l : ls)
    x += l.apply(x);
  return x;
}
} // namespace layers_private

namespace in_class {
class Net {
  struct L {
    std::string n;
    V w;
    L(std::string n, V w) : n(n), w(w) {}
  };
  std::vector<L> ls;

public:
  void add(const std::string &n, const V &w) { ls.push_back(L(n, w)); }
  double run(double x) const {
    for (const L &l : ls) {
      double s = 0;
      for (double e : l.w)
        s += e * x;
      x = std::tanh(s);
    }
    return x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n;
  n.add("a", {v[0], v[1]});
  n.add("b", {v[2]});
  n.add("c", {v[3], v[0], v[1]});
  Net m = n;
  m.add("d", {v[1]});
  return n.run(v[2]) * m.run(v[3]);
}
} // namespace in_class

namespace base_named {
struct Named {
  std::string name;
  Named(std::string n) : name(std::move(n)) {}
};
struct Part : Named {
  double m, x;
  Part(std::string n, double m, double x) : Named(n), m(m), x(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Part> ps{{"sun", v[0], v[1]}, {"earth", v[2], v[3]}};
  ps.emplace_back("moon", v[1], v[0]);
  double s = 0;
  for (size_t i = 0; i < ps.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      s += ps[i].m * ps[j].m / (1 + (ps[i].x - ps[j].x) * (ps[i].x - ps[j].x));
  return s;
}
} // namespace base_named

namespace loops_of {
struct P {
  std::string k;
  double x;
  explicit P(std::string k, double x = 1) : k(std::move(k)), x(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<P> ps;
    for (int j = 0; j <= i; ++j)
      ps.emplace_back(std::to_string(j), v[j] * v[i]);
    for (auto &p : ps)
      if (p.k != "1")
        s += p.x * p.x;
      else
        p.x *= s;
    s += ps.back().x;
  }
  return s;
}
} // namespace loops_of

namespace by_function {
struct P {
  std::string k;
  double x;
  explicit P(std::string k, double x = 1) : k(std::move(k)), x(x) {}
};
static std::vector<P> make(const V &v) {
  std::vector<P> ps;
  for (double x : v)
    ps.push_back(P("n" + std::to_string(ps.size()), x));
  return ps;
}
static double find(const std::vector<P> &ps, const std::string &k) {
  for (const P &p : ps)
    if (p.k == k)
      return p.x;
  return 0;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto ps = make(v);
  return find(ps, "n1") * find(ps, "n2") + find(ps, "n0");
}
} // namespace by_function

namespace sorted_named {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  for (int i = 0; i < 4; ++i)
    ps.emplace_back("some rather long name here " + std::to_string(7 * i % 4), v[i]);
  std::sort(ps.begin(), ps.end(), [](const P &a, const P &b) { return a.k < b.k; });
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i + 1) * ps[i].x * ps[i].x;
  ps.erase(ps.begin());
  return s * ps[0].x;
}
} // namespace sorted_named

namespace erased_swapped {
struct P {
  std::string k;
  V w;
  P(std::string k, V w) : k(std::move(k)), w(std::move(w)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  ps.emplace_back("a", V{v[0]});
  ps.emplace_back("b", V{v[1], v[2]});
  ps.emplace_back("c", V{v[3]});
  std::swap(ps[0], ps[1]);
  ps[2] = ps[0];
  ps.insert(ps.begin(), P("d", {v[2]}));
  double s = 0;
  for (auto &p : ps)
    for (double &x : p.w)
      s = s * 0.5 + x * x;
  return s;
}
} // namespace erased_swapped

namespace pointers_to_named {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  ps.reserve(4);
  for (int i = 0; i < 4; ++i)
    ps.emplace_back(i % 2 ? "a" : "b", v[i]);
  std::vector<P *> as;
  for (auto &p : ps)
    if (p.k == "a")
      as.push_back(&p);
  for (P *p : as)
    p->x *= v[0];
  double s = 0;
  for (auto &p : ps)
    s += p.x * p.x;
  return s;
}
} // namespace pointers_to_named

namespace recursive_named {
static void grow(std::vector<P> &ps, int d) {
  if (d == 0)
    return;
  ps.push_back(P("x", ps.back().x * 1.1));
  grow(ps, d - 1);
  ps[0].x += ps.back().x * ps[0].x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  ps.emplace_back("a", v[0]);
  ps.emplace_back("b", v[1]);
  grow(ps, 3);
  return ps[0].x * ps[3].x * v[2] + v[3];
}
} // namespace recursive_named

namespace given_named {
[[ad::differentiate(forward, reverse)]] double g(std::vector<P> &ps, double s) {
  ps.push_back(P("x", s));
  double r = 0;
  for (auto &p : ps)
    r += p.x * p.x;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  ps.emplace_back("a", v[0]);
  double r = g(ps, v[1]);
  return r * g(ps, v[2] * r) + v[3];
}
} // namespace given_named

namespace nested_meta {
struct Meta {
  std::string name;
  int id = 0;
};
struct P {
  Meta m;
  double x;
  P(Meta m, double x) : m(std::move(m)), x(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  for (int i = 0; i < 4; ++i)
    ps.emplace_back(Meta{"n", i}, v[i]);
  double s = 0;
  for (auto &p : ps)
    s += p.x * p.x * p.m.id;
  return s;
}
} // namespace nested_meta

namespace of_vectors_of {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<P>> g(2);
  for (int i = 0; i < 4; ++i)
    g[i % 2].push_back(P("a", v[i]));
  double s = 1;
  for (auto &r : g) {
    double t = 0;
    for (auto &p : r)
      t += p.x * p.x;
    s *= t;
  }
  return s;
}
} // namespace of_vectors_of

namespace started {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<Started> w(2);
    w[1].x = v[i];
    w.resize(4);
    w[3].x *= v[3];
    s += w[0].x * w[1].x * w[3].x + w[2].x;
  }
  return s;
}
} // namespace started

namespace started_param {
[[ad::differentiate(forward, reverse)]] double g(const std::vector<Started> &w, double y) {
  double s = 0;
  for (auto &e : w)
    s += e.x * y * e.name.size();
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Started> w(3);
  w[1] = {"ab", v[0]};
  w[2].name = "some longer name than fits in it";
  w[2].x = v[1];
  return g(w, v[2]) * v[3];
}
} // namespace started_param

namespace started_out {
[[ad::differentiate(forward, reverse)]] void g(std::vector<Started> &w, double y) {
  for (int i = 0; i < 3; ++i) {
    w.emplace_back();
    w.back().name = "n";
    w.back().x += y * i;
  }
  w.erase(w.begin());
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Started> w;
  g(w, v[0]);
  g(w, v[1]);
  double s = 1;
  for (auto &e : w)
    s *= e.x;
  return s * v[2] + v[3];
}
} // namespace started_out

int main() {
  CHECK_CASE_TWICE(layers_named);
  CHECK_CASE_TWICE(layers_private);
  CHECK_CASE_TWICE(in_class);
  CHECK_CASE_TWICE(base_named);
  CHECK_CASE_TWICE(loops_of);
  CHECK_CASE_TWICE(by_function);
  CHECK_CASE_TWICE(sorted_named);
  CHECK_CASE_TWICE(erased_swapped);
  CHECK_CASE_TWICE(pointers_to_named);
  CHECK_CASE_TWICE(recursive_named);
  CHECK_CASE_TWICE(given_named);
  CHECK_CASE_TWICE(nested_meta);
  CHECK_CASE_TWICE(of_vectors_of);
  CHECK_CASE_TWICE(started);
  CHECK_CASE_TWICE(started_param);
  CHECK_CASE_TWICE(started_out);
  return finish();
}
