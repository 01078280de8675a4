// Classes that own objects and hold vectors of numbers beside them: layers and weights, a tree with
// numbers in its nodes, an optimiser and what it changes.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Layer {
  virtual ~Layer() = default;
  virtual double go(double x) const = 0;
};
struct Lin : Layer {
  double a;
  explicit Lin(double b) : a(b) {}
  double go(double x) const override { return a * x * x; }
};
struct Sq : Layer {
  V a;
  explicit Sq(V b) : a(std::move(b)) {}
  double go(double x) const override {
    double s = 0;
    for (double y : a)
      s += y * x;
    return s;
  }
};
struct Opt {
  double lr;
};
struct Net {
  std::unique_ptr<Opt> o;
  V w;
};
} // namespace

namespace net1 {
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  V w;
  void add(double a) {
    layers.push_back(std::make_unique<Lin>(a));
    w.push_back(a);
  }
  double run(double x) const {
    for (size_t i = 0; i < layers.size(); ++i)
      x = layers[i]->go(x) * w[i];
    return x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n;
  for (double x : v)
    n.add(x);
  return n.run(v[0]);
}
} // namespace net1

namespace net2 {
struct Model {
  std::unique_ptr<Opt> o;
  V w;
  Model(const V &v) : o(std::make_unique<Opt>()), w(v) { o->lr = v[1]; }
  double run() {
    for (auto &x : w)
      x -= o->lr * x * x;
    return w[0] * w[2];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Model m(v);
  m.run();
  return m.run();
}
} // namespace net2

namespace net3 {
struct Net {
  std::unique_ptr<Layer> a, b;
  V h;
  std::vector<V> m;
  Net(const V &v) : a(std::make_unique<Lin>(v[0])), b(std::make_unique<Sq>(v)), h(3), m(2, V(2)) {
    m[1][0] = v[2];
  }
  double run(double x) {
    h[0] = a->go(x);
    h[1] = b->go(h[0]);
    h.push_back(h[1] * m[1][0]);
    m.push_back(h);
    return m.back()[3] * m[2][0];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n(v);
  double r = n.run(v[3]);
  return r * n.run(r);
}
} // namespace net3

namespace factory {
struct Net {
  std::vector<std::unique_ptr<Layer>> l;
  V w;
};
static Net build(const V &v) {
  Net n;
  for (double x : v) {
    if (x > 1)
      n.l.push_back(std::make_unique<Lin>(x));
    else
      n.l.push_back(std::make_unique<Sq>(V{x, x * x}));
    n.w.push_back(x);
  }
  return n;
}
static double run(const Net &n, double x) {
  double s = 0;
  for (size_t i = 0; i < n.l.size(); ++i)
    s += n.w[i] * n.l[i]->go(x);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n = build(v);
  return run(n, v[1]) * run(n, v[2]);
}
} // namespace factory

namespace moved {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  a.w = v;
  Net b = std::move(a);
  b.w[0] *= b.o->lr;
  b.w.push_back(b.w[0]);
  return b.w[4] * b.w[1] * b.o->lr;
}
} // namespace moved

namespace moved2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a, b;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  a.w = v;
  b.w = {v[1]};
  b = std::move(a);
  b.w[0] *= b.o->lr;
  b.w.push_back(b.w[0]);
  return b.w[4] * b.w[1] * b.o->lr;
}
} // namespace moved2

namespace ptr_into {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  a.w = v;
  double *p = &a.w[1];
  *p *= v[2];
  a.o->lr *= *p;
  const double *q = a.w.data();
  return q[1] * a.o->lr;
}
} // namespace ptr_into

namespace ptr_into2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  for (double x : v) {
    a.w.push_back(x * x);
    double *p = &a.w.back();
    *p *= v[2];
    a.o->lr *= *p;
  }
  return a.w[1] * a.o->lr;
}
} // namespace ptr_into2

namespace inloop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Net a;
    a.o = std::make_unique<Opt>();
    a.o->lr = v[i];
    for (double x : v)
      a.w.push_back(x * a.o->lr);
    s += a.w[1] * a.w[2] * a.o->lr;
  }
  return s;
}
} // namespace inloop

namespace incallee {
static double g(const V &v, int d) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[d];
  for (double x : v)
    a.w.push_back(x * a.o->lr);
  return d ? a.w[1] * g(a.w, d - 1) : a.w[2];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 2);
}
} // namespace incallee

namespace earlyret {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  for (double x : v) {
    a.w.push_back(x * a.o->lr);
    if (x > 2)
      return a.w[0] * x;
    if (a.w.size() > 3)
      break;
  }
  return a.w[1] * a.w[2];
}
} // namespace earlyret

namespace rawowner {
class Buf {
  double *p;
  int n;
  V h;

public:
  Buf(int k) : p(new double[k]), n(k) {
    for (int i = 0; i < n; ++i)
      p[i] = 0;
  }
  ~Buf() { delete[] p; }
  Buf(const Buf &o) : p(new double[o.n]), n(o.n), h(o.h) {
    for (int i = 0; i < n; ++i)
      p[i] = o.p[i];
  }
  Buf &operator=(const Buf &) = delete;
  void set(int i, double x) {
    h.push_back(p[i]);
    p[i] = x * x;
  }
  double get(int i) const { return p[i]; }
  double hist() const {
    double s = 0;
    for (double x : h)
      s += x * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Buf b(4);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 4; ++i)
      b.set(i, v[i] + b.get((i + 1) % 4));
  Buf c(b);
  c.set(0, v[0]);
  return c.hist() * b.get(2) + c.get(0);
}
} // namespace rawowner

namespace throws {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  try {
    Net a;
    a.o = std::make_unique<Opt>();
    a.o->lr = v[0];
    a.w = v;
    if (v[0] > 1)
      throw std::runtime_error("x");
    s = a.w[1] * a.o->lr;
  } catch (const std::runtime_error &) {
    s = v[2] * v[2];
  }
  return s * v[3];
}
} // namespace throws

namespace intvec {
struct Net {
  std::unique_ptr<Opt> o;
  std::vector<int> ids;
  V w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  for (int i = 3; i >= 0; --i) {
    a.ids.push_back(i);
    a.w.push_back(v[a.ids.back()]);
  }
  double s = 0;
  for (int i : a.ids)
    s = s * a.w[i] + v[i];
  return s * a.o->lr;
}
} // namespace intvec

namespace tree {
struct T {
  double v;
  std::vector<std::unique_ptr<T>> kids;
  V w;
  T(double x) : v(x), w{x, 2} {}
};
static double sum(const T &t) {
  double s = t.v * t.w[0];
  for (auto &k : t.kids)
    s += sum(*k) * t.w[1];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  T r(v[0]);
  for (double x : v) {
    r.kids.push_back(std::make_unique<T>(x * x));
    r.kids.back()->kids.push_back(std::make_unique<T>(x));
  }
  r.w[1] = v[2];
  return sum(r);
}
} // namespace tree

namespace swap_members {
struct Net {
  std::unique_ptr<Opt> o;
  V now, next;
  void step() {
    for (size_t i = 0; i < now.size(); ++i)
      next[i] = now[i] * o->lr + now[(i + 1) % now.size()];
    now.swap(next);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n;
  n.o.reset(new Opt{v[3]});
  n.now = v;
  n.next.resize(4);
  for (int k = 0; k < 4; ++k)
    n.step();
  return n.now[0] * n.now[1];
}
} // namespace swap_members

namespace ctor_vec_param {
class Net {
  std::unique_ptr<Opt> o;
  V w;

public:
  Net(V w_, double lr) : o(new Opt{lr}), w(std::move(w_)) {}
  double loss() const {
    double s = 0;
    for (double x : w)
      s += x * x * o->lr;
    return s;
  }
  Net &train(double g) {
    for (auto &x : w)
      x -= o->lr * g;
    return *this;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n({v[0], v[1], v[2]}, v[3]);
  return n.train(v[0]).train(v[1]).loss();
}
} // namespace ctor_vec_param

namespace shared_and_vec {
struct Net {
  std::shared_ptr<Opt> o;
  V w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto s = std::make_shared<Opt>(Opt{v[0]});
  Net a{s, v}, b{s, {v[1]}};
  s->lr *= v[2];
  Net c = a;
  c.w[0] *= 2;
  return a.w[0] * b.w[0] * b.o->lr * c.w[0];
}
} // namespace shared_and_vec

namespace strv {
struct Net {
  std::string name;
  std::unique_ptr<Opt> o;
  V w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net a;
  a.name = "hello";
  a.o = std::make_unique<Opt>();
  a.o->lr = v[0];
  a.w = v;
  return a.w[1] * a.o->lr * a.name.size();
}
} // namespace strv

namespace handles_loop {
struct Net {
  std::vector<std::unique_ptr<Layer>> l;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (double x : v) {
    Net n;
    n.l.push_back(std::make_unique<Lin>(x));
    n.l.push_back(std::make_unique<Sq>(v));
    s *= n.l[1]->go(n.l[0]->go(x));
  }
  return s;
}
} // namespace handles_loop

namespace handles_callee {
static double g(const V &v, int d) {
  std::vector<std::unique_ptr<Layer>> l;
  for (double x : v)
    l.push_back(std::make_unique<Lin>(x * d));
  double r = d ? g(v, d - 1) : v[1];
  for (auto &p : l)
    r = p->go(std::sin(r));
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 2);
}
} // namespace handles_callee

namespace rec_ptr_into {
struct Net {
  V w;
  std::unique_ptr<Opt> o;
};
static double train(const V &v, int d) {
  Net n;
  n.o = std::make_unique<Opt>();
  n.o->lr = v[d];
  n.w = v;
  for (double &x : n.w)
    x *= n.o->lr;
  double *p = &n.w[d];
  n.w[0] *= *p;
  *p *= n.w[1];
  if (d > 1)
    return n.w[d];
  return std::sin(n.w[0]) * train(n.w, d + 1) * *p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return train(v, 0);
}
} // namespace rec_ptr_into

int main() {
  CHECK_CASE_TWICE(net1);
  CHECK_CASE_TWICE(net2);
  CHECK_CASE_TWICE(net3);
  CHECK_CASE_TWICE(factory);
  CHECK_CASE_TWICE(moved);
  CHECK_CASE_TWICE(moved2);
  CHECK_CASE_TWICE(ptr_into);
  CHECK_CASE_TWICE(ptr_into2);
  CHECK_CASE_TWICE(inloop);
  CHECK_CASE_TWICE(incallee);
  CHECK_CASE_TWICE(earlyret);
  CHECK_CASE_TWICE(rawowner);
  CHECK_CASE_TWICE(throws);
  CHECK_CASE_TWICE(intvec);
  CHECK_CASE_TWICE(tree);
  CHECK_CASE_TWICE(swap_members);
  CHECK_CASE_TWICE(ctor_vec_param);
  CHECK_CASE_TWICE(shared_and_vec);
  CHECK_CASE_TWICE(strv);
  CHECK_CASE_TWICE(handles_loop);
  CHECK_CASE_TWICE(handles_callee);
  CHECK_CASE_TWICE(rec_ptr_into);
  return finish();
}
