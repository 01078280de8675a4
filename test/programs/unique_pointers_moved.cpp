// Classes whose moves are their members' own, with unique_ptr among these; objects that are
// constant for whoever deletes them.
#include "vectors.h"
#include <memory>
#include <utility>
using V = std::vector<double>;
struct Owner {
  int n;
  double *d;
  explicit Owner(int n) : n(n), d(new double[n]) {
    for (int i = 0; i < n; ++i)
      d[i] = i + 1;
  }
  Owner(const Owner &) = delete;
  ~Owner() { delete[] d; }
};
struct Held {
  std::unique_ptr<double[]> p;
  int n;
  double k = 1;
  Held(int n, double v) : p(new double[n]), n(n) {
    for (int i = 0; i < n; ++i)
      p[i] = v * i + 1;
  }
  double at(int i) const { return p[i] * k; }
};
struct Both {
  std::unique_ptr<Held> h;
  std::unique_ptr<double> q;
};
struct Cell {
  double v;
  std::unique_ptr<Cell> next;
  Cell(double v, std::unique_ptr<Cell> n) : v(v), next(std::move(n)) {}
};
struct List {
  std::unique_ptr<Cell> head;
  int n = 0;
  void push(double v) {
    head = std::make_unique<Cell>(v, std::move(head));
    ++n;
  }
  double pop() {
    double v = head->v;
    head = std::move(head->next);
    --n;
    return v;
  }
};
static Held made(const V &x, int n) {
  Held h(n, x[0]);
  for (int i = 0; i < n; ++i) {
    if (h.p[i] > 1e3)
      return h;
    h.p[i] *= x[i % 3];
  }
  return h;
}
static double used(Held h, const V &x) {
  for (int i = 0; i < h.n; ++i) {
    if (h.p[i] > 1e3)
      return h.at(i);
    h.p[i] *= x[i % 3];
  }
  return h.at(1);
}
[[ad::differentiate(forward, reverse)]]
double members(const V &x) {
  Held a(3, x[0]);
  Held b = std::move(a);
  b.p[1] *= x[1];
  double s = b.at(1) * b.at(2);
  Held c(2, x[2]);
  c = std::move(b);
  c.k *= s;
  s += c.at(2) + (b.p ? 1 : 2);
  Both g{std::make_unique<Held>(2, x[0]), nullptr};
  g.q = std::make_unique<double>(x[1]);
  g.h->p[1] *= *g.q;
  Both k = std::move(g);
  return s + k.h->at(1) * *k.q * (g.h ? 1 : 2);
}
[[ad::differentiate(forward, reverse)]]
double calls(const V &x) {
  Held a = made(x, 3);
  return a.at(0) * a.at(2) + used(made(x, 2), x) * used(std::move(a), x);
}
[[ad::differentiate(forward, reverse)]]
double lists(const V &x) {
  List l;
  for (int i = 0; i < 4; ++i)
    l.push(x[i % 3]);
  List m = std::move(l);
  double s = 1;
  for (Cell *c = m.head.get(); c; c = c->next.get()) {
    c->v *= s;
    s += c->v;
  }
  double t = m.pop() * m.pop();
  s *= t;
  std::swap(l, m);
  return s + l.pop();
}
[[ad::differentiate(forward, reverse)]]
double constants(const V &x) {
  const Owner *p = new Owner(3);
  p->d[0] = x[0];
  double s = p->d[0] * x[1];
  delete p;
  std::unique_ptr<const Owner> q(new Owner(3));
  q->d[0] = x[2];
  std::unique_ptr<const double[]> r(new double[2]{x[0], s});
  return q->d[0] * q->d[0] * r[0] * r[1];
}
int main() {
  CHECK_VECTOR(members, {0.3, 0.7, 1.1});
  CHECK_VECTOR(calls, {0.3, 0.7, 1.1});
  CHECK_VECTOR(lists, {0.3, 0.7, 1.1});
  CHECK_VECTOR(constants, {0.3, 0.7, 1.1});
  return finish();
}
