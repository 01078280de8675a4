// References that are members of classes with virtual functions: models and their parameters,
// decorators, observers, visitors, states, copies of such objects.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Model {
  virtual ~Model() = default;
  virtual double eval(double) const = 0;
};
struct Q : Model {
  double k;
  Q(double kk) : k(kk) {}
  double eval(double x) const override { return k * x * x; }
};
struct M {
  virtual ~M() {}
  virtual double g(double) const = 0;
};
} // namespace

namespace chosen {
struct Lin : Model {
  const V &p;
  double k;
  Lin(const V &q, double kk) : p(q), k(kk) {}
  double eval(double x) const override { return k * p[0] + p[1] * x; }
};
static double call(const Model &m, double x) { return m.eval(x) * x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Lin l(v, v[0]);
  Q q(v[1]);
  return call(l, v[2]) + call(q, v[1]);
}
} // namespace chosen

namespace decorator {
struct Scaled : Model {
  const Model &inner;
  double s;
  Scaled(const Model &m, double s) : inner(m), s(s) {}
  double eval(double x) const override { return s * inner.eval(x) + x; }
};
struct Shifted : Model {
  const Model &inner;
  double s;
  Shifted(const Model &m, double s) : inner(m), s(s) {}
  double eval(double x) const override { return inner.eval(x + s); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q(v[0]);
  Scaled s(q, v[1]);
  Shifted t(s, v[2]);
  const Model &m = t;
  return m.eval(v[3]);
}
} // namespace decorator

namespace writes {
struct Op {
  virtual ~Op() {}
  virtual void run(double t) = 0;
};
struct Add : Op {
  double &x;
  Add(double &x) : x(x) {}
  void run(double t) override { x += t * x; }
};
struct Mul : Op {
  double &x;
  double k;
  Mul(double &x, double k) : x(x), k(k) {}
  void run(double t) override { x *= k * t; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  Add p(a);
  Mul q(b, v[2]);
  Mul r(a, v[3]);
  std::vector<Op *> ops{&p, &q, &r};
  for (int i = 0; i < 3; ++i)
    for (Op *o : ops)
      o->run(v[i]);
  return a * b + a;
}
} // namespace writes

namespace on_the_heap {
struct Op {
  virtual ~Op() {}
  virtual double run(double t) const = 0;
};
struct Poly : Op {
  const V &c;
  explicit Poly(const V &c) : c(c) {}
  double run(double t) const override {
    double s = 0;
    for (double x : c)
      s = s * t + x;
    return s;
  }
};
struct Sin : Op {
  const double &w;
  explicit Sin(const double &w) : w(w) {}
  double run(double t) const override { return std::sin(w * t); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Op>> ops;
  ops.push_back(std::make_unique<Poly>(v));
  ops.push_back(std::make_unique<Sin>(v[1]));
  ops.emplace_back(new Sin(v[2]));
  double s = 0;
  for (const auto &o : ops)
    s += o->run(v[3]) * v[0];
  return s;
}
} // namespace on_the_heap

namespace in_bases {
struct Base {
  const V &p;
  Base(const V &p) : p(p) {}
  virtual ~Base() {}
  virtual double eval() const { return p[0]; }
  double two() const { return p[1] * p[2]; }
};
struct Der : Base {
  double &acc;
  Der(const V &p, double &a) : Base(p), acc(a) {}
  double eval() const override {
    acc += p[3];
    return two() + Base::eval();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double acc = v[0];
  Der d(v, acc);
  const Base &b = d;
  double r = b.eval();
  r += b.eval() * acc;
  return r;
}
} // namespace in_bases

namespace visitor {
struct Circle;
struct Square;
struct Visitor {
  virtual ~Visitor() = default;
  virtual void visit(const Circle &) = 0;
  virtual void visit(const Square &) = 0;
};
struct Shape {
  virtual ~Shape() = default;
  virtual void accept(Visitor &) const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  void accept(Visitor &v) const override { v.visit(*this); }
};
struct Square : Shape {
  double a;
  explicit Square(double a) : a(a) {}
  void accept(Visitor &v) const override { v.visit(*this); }
};
struct Area : Visitor {
  double &total;
  explicit Area(double &t) : total(t) {}
  void visit(const Circle &c) override { total += 3.14 * c.r * c.r; }
  void visit(const Square &s) override { total += s.a * s.a; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(v[0]));
  shapes.push_back(std::make_unique<Square>(v[1]));
  shapes.push_back(std::make_unique<Circle>(v[2] * v[3]));
  double t = v[3];
  Area a(t);
  for (auto &s : shapes)
    s->accept(a);
  return t * t;
}
} // namespace visitor

namespace arrays_referred {
struct A : M {
  const double (&w)[3];
  A(const double (&w)[3]) : w(w) {}
  double g(double x) const override { return w[0] + w[1] * x + w[2] * x * x; }
};
struct B : M {
  const std::array<double, 2> &w;
  B(const std::array<double, 2> &w) : w(w) {}
  double g(double x) const override { return w[0] * std::exp(-w[1] * x); }
};
static double integrate(const M &m, double a, double b) {
  double s = 0;
  int n = 6;
  double h = (b - a) / n;
  for (int i = 0; i < n; ++i)
    s += m.g(a + (i + 0.5) * h) * h;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[3] = {v[0], v[1], v[2]};
  A a(w);
  std::array<double, 2> z{v[1], v[3]};
  B b{z};
  return integrate(a, 0, v[3]) * integrate(b, v[0], 2);
}
} // namespace arrays_referred

namespace environments {
struct Env {
  std::map<std::string, double> vars;
};
struct Expr {
  virtual ~Expr() = default;
  virtual double eval() const = 0;
};
struct Num : Expr {
  double v;
  Num(double v) : v(v) {}
  double eval() const override { return v; }
};
struct Var : Expr {
  const std::map<std::string, double> &env;
  std::string n;
  Var(const std::map<std::string, double> &e, std::string n) : env(e), n(std::move(n)) {}
  double eval() const override { return env.at(n); }
};
struct Mul : Expr {
  std::unique_ptr<Expr> a, b;
  Mul(std::unique_ptr<Expr> a, std::unique_ptr<Expr> b) : a(std::move(a)), b(std::move(b)) {}
  double eval() const override { return a->eval() * b->eval(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, double> env{{"x", v[0]}, {"y", v[1]}};
  std::unique_ptr<Expr> e = std::make_unique<Mul>(
      std::make_unique<Var>(env, "x"),
      std::make_unique<Mul>(std::make_unique<Num>(v[2]), std::make_unique<Var>(env, "y")));
  double a = e->eval();
  env["x"] = v[3];
  return a * e->eval();
}
} // namespace environments

namespace cloned {
struct M {
  virtual ~M() {}
  virtual double g(double) const = 0;
  virtual std::unique_ptr<M> cloned() const = 0;
};
struct A : M {
  const V &w;
  double k;
  A(const V &w, double k) : w(w), k(k) {}
  double g(double x) const override { return w[0] * k + w[1] * x; }
  std::unique_ptr<M> cloned() const override { return std::make_unique<A>(*this); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a(v, v[2]);
  auto b = a.cloned();
  return a.g(v[3]) * b->g(v[0]);
}
} // namespace cloned

namespace mutual {
struct Node {
  virtual ~Node() {}
  virtual double val() = 0;
};
struct Leaf : Node {
  double &x;
  Leaf(double &x) : x(x) {}
  double val() override { return x; }
};
struct Sum : Node {
  Node &a, &b;
  Sum(Node &a, Node &b) : a(a), b(b) {}
  double val() override { return a.val() + b.val(); }
};
struct Prod : Node {
  Node &a, &b;
  Prod(Node &a, Node &b) : a(a), b(b) {}
  double val() override { return a.val() * b.val(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0], y = v[1];
  Leaf lx(x), ly(y);
  Sum s(lx, ly);
  Prod p(s, lx);
  double r = p.val();
  x = v[2] * y;
  return r + p.val() * v[3];
}
} // namespace mutual

namespace steppers {
struct Sys {
  virtual ~Sys() {}
  virtual void rhs(const V &x, V &dx) const = 0;
};
struct LV : Sys {
  const V &p;
  LV(const V &p) : p(p) {}
  void rhs(const V &x, V &dx) const override {
    dx[0] = p[0] * x[0] - p[1] * x[0] * x[1];
    dx[1] = -p[2] * x[1] + p[3] * x[0] * x[1];
  }
};
class Stepper {
protected:
  const Sys &sys;

public:
  explicit Stepper(const Sys &s) : sys(s) {}
  virtual ~Stepper() {}
  virtual void step(V &x, double h) = 0;
};
class Euler : public Stepper {
public:
  using Stepper::Stepper;
  void step(V &x, double h) override {
    V d(x.size());
    sys.rhs(x, d);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] += h * d[i];
  }
};
class Mid : public Stepper {
  V k, y;

public:
  explicit Mid(const Sys &s) : Stepper(s), k(2), y(2) {}
  void step(V &x, double h) override {
    sys.rhs(x, k);
    for (size_t i = 0; i < x.size(); ++i)
      y[i] = x[i] + h / 2 * k[i];
    sys.rhs(y, k);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] += h * k[i];
  }
};
static double run(Stepper &s, const V &x0) {
  V x = {x0[0], x0[1]};
  for (int i = 0; i < 5; ++i)
    s.step(x, 0.05);
  return x[0] * x[1];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  LV lv(v);
  Euler e(lv);
  Mid m(lv);
  return run(e, v) + run(m, v);
}
} // namespace steppers

namespace clones_by_new {
struct M {
  virtual ~M() {}
  virtual double g(double) const = 0;
  virtual M *cloned() const = 0;
};
struct A : M {
  const V &w;
  double k;
  A(const V &w, double k) : w(w), k(k) {}
  double g(double x) const override { return w[0] * k + w[1] * x; }
  A *cloned() const override { return new A(*this); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a(v, v[2]);
  M *b = a.cloned();
  double r = a.g(v[3]) * b->g(v[0]);
  A c(a);
  c.k *= 2;
  r += c.g(v[2]);
  delete b;
  return r;
}
} // namespace clones_by_new

namespace members {
struct A : M {
  const V &w;
  double k;
  A(const V &w, double k) : w(w), k(k) {}
  double g(double x) const override { return w[0] * k + w[1] * x; }
};
struct Sys {
  A a;
  A b;
  double s;
  Sys(const V &v, double s) : a(v, s), b(v, 2 * s), s(s) {}
  double all(double x) const { return a.g(x) * b.g(x) + s; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sys s(v, v[0]);
  const M &m = s.b;
  return s.all(v[1]) + m.g(v[2]);
}
} // namespace members

namespace parameters_changed {
struct Params {
  double a, b;
  struct Inner {
    V c;
  } in;
};
struct A : M {
  const Params &p;
  A(const Params &p) : p(p) {}
  double g(double x) const override {
    double s = p.a * x + p.b;
    for (size_t i = 0; i < p.in.c.size(); ++i)
      s += p.in.c[i] * std::pow(x, (double)i);
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Params p{v[0], v[1], {{v[2], v[3]}}};
  std::unique_ptr<M> m(new A(p));
  double r = m->g(v[0]);
  p.a *= 2;
  p.in.c[0] += v[1];
  return r * m->g(v[1]);
}
} // namespace parameters_changed

namespace reference_returned {
struct Store {
  virtual ~Store() {}
  virtual double &at(int i) = 0;
};
struct VS : Store {
  V &v;
  VS(V &v) : v(v) {}
  double &at(int i) override { return v[i]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  VS s(w);
  Store &t = s;
  t.at(0) *= t.at(1);
  t.at(2) += t.at(0);
  return w[0] * w[2] + t.at(3);
}
} // namespace reference_returned

namespace temporaries {
struct A : M {
  const double &k;
  A(const double &k) : k(k) {}
  double g(double x) const override { return k * x; }
};
static double ev(const M &m, double x) { return m.g(x); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return ev(A(v[0]), v[1]) + ev(A{v[2] * v[3]}, v[1]);
}
} // namespace temporaries

namespace state_machine {
struct Ctx {
  double e;
  int st;
};
struct St {
  Ctx &c;
  explicit St(Ctx &c) : c(c) {}
  virtual ~St() = default;
  virtual int go(double x) = 0;
};
struct Idle : St {
  using St::St;
  int go(double x) override {
    c.e += x;
    return c.e > 2 ? 1 : 0;
  }
};
struct Act : St {
  using St::St;
  int go(double x) override {
    c.e *= 0.7 * x;
    return c.e < 1 ? 0 : 1;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Ctx c{v[0], 0};
  Idle i(c);
  Act a(c);
  St *tab[2] = {&i, &a};
  int s = 0;
  for (int k = 0; k < 8; ++k)
    s = tab[s]->go(v[k % 4] + 0.3);
  return c.e;
}
} // namespace state_machine

namespace kernels_of_classes {
class Kernel {
public:
  virtual ~Kernel() = default;
  virtual double operator()(double, double) const = 0;
};
class RBF final : public Kernel {
  const double &len_, &var_;

public:
  RBF(const double &l, const double &v) : len_{l}, var_{v} {}
  double operator()(double a, double b) const override {
    double d = (a - b) / len_;
    return var_ * std::exp(-0.5 * d * d);
  }
};
class SumK final : public Kernel {
  std::vector<const Kernel *> ks;

public:
  void add(const Kernel &k) { ks.push_back(&k); }
  double operator()(double a, double b) const override {
    double s = 0;
    for (auto *k : ks)
      s += (*k)(a, b);
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  RBF a(v[0], v[1]), b(v[2], v[3]);
  SumK s;
  s.add(a);
  s.add(b);
  double r = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      r += s(v[i], v[j]);
  return r;
}
} // namespace kernels_of_classes

int main() {
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(decorator);
  CHECK_CASE_TWICE(writes);
  CHECK_CASE_TWICE(on_the_heap);
  CHECK_CASE_TWICE(in_bases);
  CHECK_CASE_TWICE(visitor);
  CHECK_CASE_TWICE(arrays_referred);
  CHECK_CASE_TWICE(environments);
  CHECK_CASE_TWICE(cloned);
  CHECK_CASE_TWICE(mutual);
  CHECK_CASE_TWICE(steppers);
  CHECK_CASE_TWICE(clones_by_new);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(parameters_changed);
  CHECK_CASE_TWICE(reference_returned);
  CHECK_CASE_TWICE(temporaries);
  CHECK_CASE_TWICE(state_machine);
  CHECK_CASE_TWICE(kernels_of_classes);
  return finish();
}
