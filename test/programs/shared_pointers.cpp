// std::shared_ptr: objects with several owners, linked structures, hierarchies.
#include "arrays.h"
#include "shapes.h"
#include <memory>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Node {
  double value;
  std::shared_ptr<Node> next;
  explicit Node(double v) : value(v) {}
};
BOTH double list(const double *x, int n) {
  std::shared_ptr<Node> head, tail;
  for (int i = 0; i < n; ++i) {
    auto node = std::make_shared<Node>(x[i] * x[i]);
    if (!head) {
      head = tail = node;
    } else {
      tail->next = node;
      tail = node;
    }
  }
  double s = 0;
  for (auto p = head; p; p = p->next)
    s = s * 0.5 + p->value * p->value;
  for (Node *p = head.get(); p->next != nullptr; p = p->next.get())
    p->next->value *= p->value;
  return s + tail->value;
}

struct Twice : Shape {
  std::shared_ptr<Shape> inner;
  explicit Twice(std::shared_ptr<Shape> s) : inner(std::move(s)) {}
  double area(double k) const override { return 2 * inner->area(0.5 * k); }
};
BOTH double shapes(const double *x, int n) {
  std::vector<std::shared_ptr<Shape>> v;
  auto c = std::make_shared<Circle>(x[0]);
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      v.push_back(std::make_shared<Box>(x[i], x[0]));
    else
      v.emplace_back(c);
    v.push_back(std::make_shared<Twice>(v.back()));
  }
  c->r *= x[1];
  std::vector<std::shared_ptr<Shape>> w = v;
  w.pop_back();
  double s = 0;
  for (const auto &p : v)
    s += p->area(x[1]);
  for (std::size_t i = 0; i < w.size(); ++i)
    s += w[i]->area(x[2]) * 0.1;
  return s;
}

struct Expr {
  virtual ~Expr() = default;
  virtual double eval(double x) const = 0;
};
using ExprPtr = std::shared_ptr<Expr>;
struct Const : Expr {
  double v;
  explicit Const(double v) : v(v) {}
  double eval(double) const override { return v; }
};
struct Var : Expr {
  double eval(double x) const override { return x; }
};
struct Add : Expr {
  ExprPtr a, b;
  Add(ExprPtr a, ExprPtr b) : a(a), b(b) {}
  double eval(double x) const override { return a->eval(x) + b->eval(x); }
};
struct Mul : Expr {
  ExprPtr a, b;
  Mul(ExprPtr a, ExprPtr b) : a(std::move(a)), b(std::move(b)) {}
  double eval(double x) const override { return a->eval(x) * b->eval(x); }
};
ExprPtr operator+(ExprPtr a, ExprPtr b) { return std::make_shared<Add>(a, b); }
ExprPtr operator*(ExprPtr a, ExprPtr b) { return std::make_shared<Mul>(a, b); }
ExprPtr constant(double v) { return std::make_shared<Const>(v); }
BOTH double tree(const double *x, int n) {
  ExprPtr v = std::make_shared<Var>();
  ExprPtr e = constant(x[0]);
  for (int i = 1; i < n; ++i)
    e = e * v + constant(x[i]);
  return e->eval(x[0]) * e->eval(2);
}

struct Tree {
  double v = 0;
  std::shared_ptr<Tree> left, right;
};
std::shared_ptr<Tree> build(const double *x, int n) {
  if (n == 0)
    return nullptr;
  auto t = std::make_shared<Tree>();
  t->v = x[n / 2];
  t->left = build(x, n / 2);
  t->right = build(x + n / 2 + 1, n - n / 2 - 1);
  return t;
}
double sum(const std::shared_ptr<Tree> &t, double depth) {
  if (!t)
    return 0;
  return t->v * t->v * depth + sum(t->left, depth + 1) + sum(t->right, depth * 2);
}
BOTH double recursive(const double *x, int n) {
  std::shared_ptr<Tree> root = build(x, n);
  return sum(root, 1) * root->v;
}

// Given by the caller; shared by lists and closures.
struct Link {
  double v;
  std::shared_ptr<Link> next;
};
BOTH double walk(const Link &n, double k) {
  double s = 0;
  for (const Link *p = &n; p; p = p->next.get())
    s = s * k + p->v * p->v;
  return s;
}
struct Leaf {
  double v;
  explicit Leaf(double v) : v(v) {}
};
BOTH double lambdas(const double *x, int n) {
  auto p = std::make_shared<Leaf>(x[0]);
  std::shared_ptr<const Leaf> c = p;
  auto f = [p](double t) { return p->v * t; };
  auto g = [&p](double t) {
    p->v *= t;
    return p->v;
  };
  double s = f(x[1]) + g(x[2]) * f(x[1]);
  auto d = std::make_shared<double>(s);
  *d *= x[n - 1];
  return *d * c->v;
}
void append(std::shared_ptr<Link> &head, double v) {
  auto p = std::make_shared<Link>();
  p->v = v;
  p->next = head;
  head = p;
}
struct Chain {
  std::shared_ptr<Link> head;
  int n = 0;
  void push(double v) {
    append(head, v);
    ++n;
  }
  double sum() const {
    double s = 0;
    for (auto p = head; p; p = p->next)
      s = s * 0.5 + p->v;
    return s;
  }
};
BOTH double lists(const double *x, int n) {
  Chain a, b;
  for (int i = 0; i < n; ++i) {
    a.push(x[i]);
    if (i % 2)
      b.push(x[i] * x[0]);
  }
  b.head->next = a.head; // shared tail
  a.head->v *= 3;
  Chain c = a;
  c.push(x[1]);
  return a.sum() * b.sum() + c.sum() * c.n;
}
// Three in a row.
Link linked(In x) {
  auto b = std::make_shared<Link>(), c = std::make_shared<Link>();
  b->v = x[1];
  c->v = x[2];
  b->next = c;
  return Link{x[0], b};
}

int main() {
  CHECK_ARRAY(list, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(shapes, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(tree, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(recursive, {0.5, 1.5, 0.75, 0.3, 0.9, 1.1});
  check(
      {0.5, 1.5, 0.7, 1.1}, 1, [](In x, Out y) { y[0] = walk(linked(x), x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Link a = linked(x), a_dot = linked(x_dot);
        y[0] = walk_forward(a, a_dot, x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Link a = linked(x), a_bar = linked(x_bar);
        y[0] = walk_reverse(a, a_bar, x[3], x_bar[3], y_bar[0]);
        x_bar[0] = a_bar.v;
        x_bar[1] = a_bar.next->v;
        x_bar[2] = a_bar.next->next->v;
      }));
  CHECK_ARRAY(lambdas, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(lists, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
