// Objects with virtual functions, several bases and vectors on the heap; values that start at zero.
#include "arrays.h"
#include <memory>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct A {
  virtual ~A() = default;
  double base = 1;
  virtual double f(double k) const = 0;
};
struct B {
  virtual ~B() = default;
  double other = 2;
  virtual double g(double k) const { return other * k; }
};
struct C : A, B {
  double r;
  std::vector<double> extra;
  explicit C(double r) : r(r), extra{r, r * r} {
    base = r * 2;
    other = r * 3;
  }
  double f(double k) const override { return r * base * k + extra[1]; }
  double g(double k) const override { return r * other * k * extra[0]; }
};
struct D : C {
  double q;
  D(double a, double b) : C(a), q(b) { extra.push_back(b); }
  double f(double k) const override { return C::f(k) + q * extra[2]; }
};
struct E : B {
  int n = 3;
  double g(double k) const override { return n * k * other; }
};
BOTH double multiple(const double *x, int n) {
  std::unique_ptr<B> b = std::make_unique<C>(x[0]);
  double s = b->g(x[1]);
  b->other *= x[2];
  s += b->g(x[1]);
  b = std::make_unique<D>(x[1], x[2]);
  s += b->g(x[0]);
  if (auto *d = dynamic_cast<D *>(b.get())) {
    d->q *= s;
    s += d->f(x[3]);
  }
  b = std::make_unique<E>();
  s += b->g(s);
  std::vector<std::unique_ptr<A>> as;
  as.push_back(std::make_unique<C>(s));
  as.push_back(std::make_unique<D>(s, x[0]));
  for (auto &a : as)
    s += a->f(x[1]) * a->base;
  std::unique_ptr<B> none;
  none = nullptr;
  std::vector<std::shared_ptr<B>> bs;
  bs.push_back(std::make_shared<D>(x[0], x[1]));
  bs.push_back(std::make_shared<B>());
  for (auto &p : bs)
    s += p->g(x[2]);
  auto d = std::dynamic_pointer_cast<D>(bs[0]);
  auto e = std::dynamic_pointer_cast<E>(bs[0]);
  return s + (d ? d->q * d->extra[2] : 0) + (e ? 5 : 0) + std::static_pointer_cast<C>(bs[0])->r;
}
struct Tree {
  double key;
  int n;
  std::unique_ptr<Tree> left;
};
struct Node {
  double v;
  double w[2];
  std::shared_ptr<Node> next;
};
struct Plain {
  double a, b;
};
BOTH double zeros(const double *x, int n) {
  auto t = std::make_unique<Tree>();
  auto p = std::make_shared<Node>();
  auto q = std::make_shared<Plain>();
  auto z = std::make_unique<double>();
  double s = t->key + t->n + p->v + p->w[1] + q->b + *z;
  t->key += x[0];
  p->w[1] += x[1];
  q->b += x[2];
  return s + t->key * p->w[1] * q->b;
}
int main() {
  for (int i = 0; i < 50; ++i) {
    double *junk = new double[i + 1];
    for (int k = 0; k <= i; ++k)
      junk[k] = 1e3;
    delete[] junk;
  }
  CHECK_ARRAY(multiple, {0.5, 0.4, 0.75, 0.3});
  CHECK_ARRAY(zeros, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
