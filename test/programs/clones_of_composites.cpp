// clone() of objects that own others of their kind: each asks its parts for clones.
#include "vectors.h"
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

namespace sums { // a vector of parts
struct Node {
  virtual ~Node() = default;
  virtual std::unique_ptr<Node> clone() const = 0;
  virtual double eval(double x) const = 0;
};
struct Scale : Node {
  double by;
  explicit Scale(double by) : by(by) {}
  std::unique_ptr<Node> clone() const override { return std::make_unique<Scale>(by); }
  double eval(double x) const override { return by * std::sin(x); }
};
struct Sum : Node {
  std::vector<std::unique_ptr<Node>> parts;
  std::unique_ptr<Node> clone() const override {
    auto r = std::make_unique<Sum>();
    for (auto &p : parts)
      r->parts.push_back(p->clone());
    return r;
  }
  double eval(double x) const override {
    double s = 0;
    for (auto &p : parts)
      s += p->eval(x);
    return s;
  }
};
BOTH double f(const std::vector<double> &v) {
  Sum all;
  all.parts.push_back(std::make_unique<Scale>(v[0]));
  auto inner = std::make_unique<Sum>();
  inner->parts.push_back(std::make_unique<Scale>(v[1] * v[2]));
  inner->parts.push_back(std::make_unique<Scale>(v[2]));
  all.parts.push_back(std::move(inner));
  std::unique_ptr<Node> copy = all.clone();
  all.parts.push_back(copy->clone());
  return copy->eval(v[3]) * all.eval(v[0]);
}
} // namespace sums

namespace pairs { // two members
struct Node {
  virtual ~Node() = default;
  virtual std::unique_ptr<Node> clone() const = 0;
  virtual double eval(double x) const = 0;
};
struct Leaf : Node {
  double w;
  explicit Leaf(double w) : w(w) {}
  std::unique_ptr<Node> clone() const override { return std::make_unique<Leaf>(*this); }
  double eval(double x) const override { return w * x; }
};
struct Product : Node {
  std::unique_ptr<Node> a, b;
  Product(std::unique_ptr<Node> a, std::unique_ptr<Node> b) : a(std::move(a)), b(std::move(b)) {}
  std::unique_ptr<Node> clone() const override {
    return std::make_unique<Product>(a->clone(), b->clone());
  }
  double eval(double x) const override { return a->eval(x) * b->eval(x); }
};
BOTH double f(const std::vector<double> &v) {
  std::unique_ptr<Node> n = std::make_unique<Leaf>(v[0]);
  for (int i = 1; i < 4; ++i) {
    std::unique_ptr<Node> m = std::make_unique<Product>(n->clone(), std::make_unique<Leaf>(v[i]));
    n = std::make_unique<Product>(std::move(m), std::move(n));
  }
  const auto copy = n->clone();
  return std::log(1 + copy->eval(v[1]) * copy->eval(v[1]));
}
} // namespace pairs

namespace wrapped { // decorators, by a null pointer or not
struct Node {
  virtual ~Node() = default;
  virtual std::unique_ptr<Node> clone() const = 0;
  virtual double eval(double x) const = 0;
};
struct Poly : Node {
  std::vector<double> c;
  explicit Poly(std::vector<double> c) : c(std::move(c)) {}
  std::unique_ptr<Node> clone() const override { return std::make_unique<Poly>(c); }
  double eval(double x) const override {
    double s = 0;
    for (double each : c)
      s = s * x + each;
    return s;
  }
};
struct Shift : Node {
  std::unique_ptr<Node> next;
  double by = 0;
  std::unique_ptr<Node> clone() const override {
    std::unique_ptr<Shift> r(new Shift);
    r->by = by * 1.25;
    if (next)
      r->next = next->clone();
    return r;
  }
  double eval(double x) const override { return next ? next->eval(x + by) : by * x; }
};
BOTH double f(const std::vector<double> &v) {
  std::unique_ptr<Node> n = std::make_unique<Poly>(std::vector<double>{v[0], v[1], v[2]});
  if (v[3] > 1) {
    auto last = std::make_unique<Shift>();
    last->by = v[1];
    n = std::move(last);
  }
  for (int i = 0; i < 3; ++i) {
    auto s = std::make_unique<Shift>();
    s->by = v[i];
    s->next = std::move(n);
    n = std::move(s);
  }
  double t = 0;
  for (int i = 0; i < 3; ++i) {
    n = n->clone();
    t += n->eval(v[3]);
  }
  return t;
}
} // namespace wrapped

namespace free_functions { // copies by a function that recurs, and by one that starts it
struct Node {
  double w = 0;
  std::vector<std::unique_ptr<Node>> kids;
};
std::unique_ptr<Node> copied(const Node &n) {
  auto r = std::make_unique<Node>();
  r->w = n.w;
  for (const auto &k : n.kids)
    r->kids.push_back(copied(*k));
  return r;
}
double total(const Node &n, double x) {
  double s = n.w * x;
  for (const auto &k : n.kids)
    s += total(*k, s);
  return s;
}
BOTH double f(const std::vector<double> &v) {
  Node root;
  root.w = v[0];
  for (int i = 1; i < 4; ++i) {
    auto k = std::make_unique<Node>();
    k->w = v[i];
    if (i == 2)
      k->kids.push_back(copied(root));
    root.kids.push_back(std::move(k));
  }
  auto again = copied(root);
  root.kids.clear();
  return total(*again, v[1]) + total(root, v[2]);
}
} // namespace free_functions

namespace not_virtual { // a method that recurs
struct Node {
  double w = 0;
  std::unique_ptr<Node> left, right;
  std::unique_ptr<Node> clone() const {
    auto r = std::make_unique<Node>();
    r->w = w;
    if (left)
      r->left = left->clone();
    if (right)
      r->right = right->clone();
    return r;
  }
  double total(double x) const {
    return w * x + (left ? left->total(x * w) : 0) + (right ? right->total(x + w) : 0);
  }
};
BOTH double f(const std::vector<double> &v) {
  auto root = std::make_unique<Node>();
  root->w = v[0];
  root->left = std::make_unique<Node>();
  root->left->w = v[1];
  root->right = root->clone();
  root->right->w = v[2] * v[3];
  auto other = root->right->clone();
  return other->total(v[0]) * root->clone()->total(v[1]);
}
} // namespace not_virtual

namespace shared { // by std::shared_ptr
struct Node {
  virtual ~Node() = default;
  virtual std::shared_ptr<Node> clone() const = 0;
  virtual double eval(double x) const = 0;
};
struct Leaf : Node {
  double w;
  explicit Leaf(double w) : w(w) {}
  std::shared_ptr<Node> clone() const override { return std::make_shared<Leaf>(w); }
  double eval(double x) const override { return w * x; }
};
struct Sum : Node {
  std::vector<std::shared_ptr<Node>> parts;
  std::shared_ptr<Node> clone() const override {
    auto r = std::make_shared<Sum>();
    for (auto &p : parts)
      r->parts.push_back(p->clone());
    return r;
  }
  double eval(double x) const override {
    double s = 1;
    for (auto &p : parts)
      s += p->eval(x) * s;
    return s;
  }
};
BOTH double f(const std::vector<double> &v) {
  auto all = std::make_shared<Sum>();
  for (int i = 0; i < 4; ++i)
    all->parts.push_back(std::make_shared<Leaf>(v[i]));
  all->parts.push_back(all->clone());
  return all->clone()->eval(v[1]);
}
} // namespace shared

namespace raw { // by pointers, deleted by destructors
struct Node {
  virtual ~Node() = default;
  virtual Node *clone() const = 0;
  virtual double eval(double x) const = 0;
};
struct Leaf : Node {
  double w;
  explicit Leaf(double w) : w(w) {}
  Node *clone() const override { return new Leaf(w); }
  double eval(double x) const override { return w * x; }
};
struct Product : Node {
  Node *a, *b;
  Product(Node *a, Node *b) : a(a), b(b) {}
  Product(const Product &) = delete;
  ~Product() override {
    delete a;
    delete b;
  }
  Node *clone() const override { return new Product(a->clone(), b->clone()); }
  double eval(double x) const override { return a->eval(x) * b->eval(x); }
};
BOTH double f(const std::vector<double> &v) {
  Node *n = new Leaf(v[0]);
  for (int i = 1; i < 4; ++i)
    n = new Product(new Leaf(v[i]), new Product(n->clone(), n));
  Node *copy = n->clone();
  double r = std::log(1 + std::abs(copy->eval(v[1])));
  delete n;
  delete copy;
  return r;
}
} // namespace raw

namespace symbolic { // an expression, and that of its derivative
struct Node {
  virtual ~Node() = default;
  virtual std::unique_ptr<Node> clone() const = 0;
  virtual std::unique_ptr<Node> slope() const = 0;
  virtual double eval(double x) const = 0;
};
struct Number : Node {
  double w;
  explicit Number(double w) : w(w) {}
  std::unique_ptr<Node> clone() const override { return std::make_unique<Number>(w); }
  std::unique_ptr<Node> slope() const override { return std::make_unique<Number>(0.0); }
  double eval(double) const override { return w; }
};
struct Variable : Node {
  std::unique_ptr<Node> clone() const override { return std::make_unique<Variable>(); }
  std::unique_ptr<Node> slope() const override { return std::make_unique<Number>(1.0); }
  double eval(double x) const override { return x; }
};
struct Binary : Node {
  char kind;
  std::unique_ptr<Node> a, b;
  Binary(char kind, std::unique_ptr<Node> a, std::unique_ptr<Node> b)
      : kind(kind), a(std::move(a)), b(std::move(b)) {}
  std::unique_ptr<Node> clone() const override {
    return std::make_unique<Binary>(kind, a->clone(), b->clone());
  }
  std::unique_ptr<Node> slope() const override {
    if (kind == '+')
      return std::make_unique<Binary>('+', a->slope(), b->slope());
    auto left = std::make_unique<Binary>('*', a->slope(), b->clone());
    auto right = std::make_unique<Binary>('*', a->clone(), b->slope());
    return std::make_unique<Binary>('+', std::move(left), std::move(right));
  }
  double eval(double x) const override {
    return kind == '+' ? a->eval(x) + b->eval(x) : a->eval(x) * b->eval(x);
  }
};
BOTH double f(const std::vector<double> &v) {
  std::unique_ptr<Node> n = std::make_unique<Number>(v[0]);
  for (int i = 1; i < 4; ++i)
    n = std::make_unique<Binary>(
        '+', std::make_unique<Number>(v[i]),
        std::make_unique<Binary>('*', std::make_unique<Variable>(), std::move(n)));
  auto d = n->slope();
  auto dd = d->slope();
  return n->eval(v[2]) + d->eval(v[1]) * dd->eval(v[0]);
}
} // namespace symbolic

namespace given { // what the clone is given, and what it gives besides
struct Node {
  virtual ~Node() = default;
  virtual std::unique_ptr<Node> scaled(double by, int &made) = 0;
  virtual double eval(double x) const = 0;
};
struct Leaf final : Node {
  std::vector<double> w;
  std::unique_ptr<Node> scaled(double by, int &made) override {
    auto r = std::make_unique<Leaf>();
    for (double each : w)
      r->w.push_back(each * by);
    ++made;
    return r;
  }
  double eval(double x) const override {
    double s = 0;
    for (double each : w)
      s += each * x;
    return s;
  }
};
struct Middle : Node {
  std::unique_ptr<Node> inner;
};
struct Sine : Middle {
  double by = 1;
  std::unique_ptr<Node> scaled(double factor, int &made) override {
    if (!inner)
      return nullptr;
    std::unique_ptr<Sine> r(new Sine);
    r->inner = inner->scaled(factor * by, made);
    r->by = by * factor;
    by *= 1.1;
    return r;
  }
  double eval(double x) const override { return std::sin(inner->eval(x) * by); }
};
BOTH double f(const std::vector<double> &v) {
  auto leaf = std::make_unique<Leaf>();
  leaf->w.assign(v.begin(), v.end());
  auto low = std::make_unique<Sine>();
  low->by = 0.5 * v[1];
  low->inner = std::move(leaf);
  Sine top;
  top.by = 0.5 * v[0];
  int made = 0;
  if (auto none = top.scaled(2, made))
    return none->eval(1);
  top.inner = std::move(low);
  std::unique_ptr<Node> a = top.scaled(v[2], made);
  std::unique_ptr<Node> b = a->scaled(v[3], made);
  return made * top.eval(0.1 * v[0]) + a->eval(0.1 * v[1]) * b->eval(0.1 * v[2]);
}
} // namespace given

namespace searched { // places in the tree that methods find
struct Node {
  virtual ~Node() = default;
  virtual double &at(int i) = 0;
  virtual Node *last() = 0;
  virtual double eval(double x) const = 0;
};
struct Leaf : Node {
  double w[2] = {0, 0};
  double &at(int i) override { return w[i % 2]; }
  Node *last() override { return this; }
  double eval(double x) const override { return w[0] + w[1] * x; }
};
struct Pair : Node {
  std::unique_ptr<Node> a, b;
  double &at(int i) override { return i < 2 ? a->at(i) : b->at(i - 2); }
  Node *last() override { return b ? b->last() : a->last(); }
  double eval(double x) const override { return a->eval(x) * b->eval(x); }
};
BOTH double f(const std::vector<double> &v) {
  auto inner = std::make_unique<Pair>();
  inner->a = std::make_unique<Leaf>();
  inner->b = std::make_unique<Leaf>();
  Pair top;
  top.a = std::make_unique<Leaf>();
  top.b = std::move(inner);
  for (int i = 0; i < 6; ++i)
    top.at(i) = v[i % 4] * (1 + 0.1 * i);
  const double before = top.eval(v[0]);
  top.at(3) *= v[2];
  Node *found = top.last();
  found->at(1) += v[3] * top.at(0);
  return before * top.eval(v[1]) + found->eval(v[2]);
}
} // namespace searched

namespace framed { // a place that constant methods hand on
struct Shape {
  virtual ~Shape() = default;
  virtual const double *where() const { return &at; }
  double at = 0;
};
struct Framed : Shape {
  const Shape *inner = nullptr;
  const double *where() const override { return inner ? inner->where() : &at; }
};
BOTH double f(const std::vector<double> &v) {
  Shape s;
  s.at = v[0] * v[1];
  Framed a, b;
  a.inner = &s;
  a.at = v[2];
  b.inner = v[3] < 1 ? static_cast<const Shape *>(&a) : &b;
  if (b.inner == &b)
    b.inner = nullptr;
  b.at = v[3];
  double t = *b.where() * *a.where();
  s.at += v[1];
  return t + *b.where() * *a.where();
}
} // namespace framed

int main() {
  CHECK_CASE_TWICE(sums);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(wrapped);
  CHECK_CASE_TWICE(free_functions);
  CHECK_CASE_TWICE(not_virtual);
  CHECK_CASE_TWICE(shared);
  CHECK_CASE_TWICE(raw);
  CHECK_CASE_TWICE(symbolic);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(searched);
  CHECK_CASE_TWICE(framed);
  return finish();
}
