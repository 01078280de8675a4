// Virtual calls on what a constructor or destructor is at work on: they run methods of its class.
#include "vectors.h"
#include <memory>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

// Three classes, whose constructors call a method that all of them have.
namespace initialised {
struct Model {
  double base;
  Model(double x) : base(x) { base += setup(x); }
  virtual double setup(double x) { return x * 2; }
  virtual ~Model() {}
  double out(double x) { return base * setup(x); }
};
struct Fancy : Model {
  double extra;
  Fancy(double x) : Model(x), extra(0) { extra = setup(x) + base; }
  double setup(double x) override { return x * x; }
};
struct Fancier : Fancy {
  Fancier(double x) : Fancy(x) { extra *= setup(2); }
  double setup(double x) override { return x * x * x; }
};
BOTH double f(const V &v) {
  Model m(v[0]);
  Fancy n(v[1]);
  Fancier o(v[2]);
  Model *all[] = {&m, &n, &o};
  double s = 0;
  for (auto p : all)
    s = s * 0.5 + p->out(v[3]);
  return s + o.extra * n.extra;
}
} // namespace initialised

// By way of a method that is not virtual.
namespace indirect {
struct Base {
  double k;
  Base(double x) { init(x); }
  void init(double x) { k = x * factor(); }
  virtual double factor() const { return 2; }
  virtual ~Base() = default;
};
struct Der : Base {
  double w;
  Der(double x) : Base(x), w(x) { init(x * w); }
  double factor() const override { return 3 + w; }
};
BOTH double f(const V &v) {
  Der d(v[0]);
  Base b(v[1]);
  auto p = std::make_unique<Der>(v[2]);
  return d.k * b.k + p->k * v[3];
}
} // namespace indirect

// Objects that smart pointers hold.
namespace allocated {
struct Base {
  double k;
  Base(double x) : k(x) { k *= factor(); }
  virtual double factor() const { return 2; }
  virtual ~Base() = default;
};
struct Der : Base {
  double w;
  Der(double x) : Base(x), w(x) { k += factor(); }
  double factor() const override { return 3 + w; }
};
BOTH double f(const V &v) {
  std::vector<std::unique_ptr<Base>> a;
  a.push_back(std::make_unique<Der>(v[0]));
  a.push_back(std::make_unique<Base>(v[1]));
  double s = v[2];
  for (auto &p : a)
    s = s * p->k + p->factor() * v[3];
  return s;
}
} // namespace allocated

// In destructors.
namespace destroyed {
struct Log {
  double total = 0;
};
struct Base {
  Log *l;
  double x;
  Base(Log *l, double x) : l(l), x(x) {}
  virtual double cost() const { return x; }
  virtual ~Base() { l->total += cost(); }
};
struct Der : Base {
  Der(Log *l, double x) : Base(l, x) {}
  double cost() const override { return x * x; }
  ~Der() { l->total += 2 * cost(); }
};
BOTH double f(const V &v) {
  Log g;
  {
    Base b(&g, v[0]);
    Der d(&g, v[1]);
  }
  Base *p = new Der(&g, v[2]);
  delete p;
  return g.total * v[3];
}
} // namespace destroyed

// Pure virtual methods of other objects, in a constructor that is repeated.
namespace others {
struct Law {
  virtual double rate(double x) const = 0;
  virtual ~Law() = default;
};
struct L1 : Law {
  double c;
  L1(double c_) : c(c_) {}
  double rate(double x) const override { return c * x; }
};
struct L2 : Law {
  double c;
  L2(double c_) : c(c_) {}
  double rate(double x) const override { return c * x * x; }
};
struct Cell {
  virtual double get() const { return r; }
  virtual ~Cell() {}
  const double r;
  Cell(const Law &l, double x) : r(l.rate(x) + get2(l)) {}
  double get2(const Law &l) const { return l.rate(2); }
};
BOTH double f(const V &v) {
  L1 a(v[0]);
  L2 b(v[1]);
  std::vector<std::unique_ptr<Cell>> cs;
  const Law *ls[] = {&a, &b};
  for (auto l : ls)
    cs.push_back(std::make_unique<Cell>(*l, v[2]));
  return cs[0]->get() * cs[1]->get() * v[3];
}
} // namespace others

int main() {
  CHECK_CASE_TWICE(initialised);
  CHECK_CASE_TWICE(indirect);
  CHECK_CASE_TWICE(allocated);
  CHECK_CASE_TWICE(destroyed);
  CHECK_CASE_TWICE(others);
  return finish();
}
