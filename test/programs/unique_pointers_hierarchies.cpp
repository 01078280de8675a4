// std::unique_ptr to objects with virtual functions that the function makes: one, in lists, trees.
#include "arrays.h"
#include "shapes.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Plate final : Shape {
  const double a;
  double b;
  Plate(double a, double b) : a(a), b(b * a) {}
  double area(double scale) const override { return a * b * std::sin(scale); }
};

std::unique_ptr<Shape> make(int kind, double p, double q) {
  if (kind == 0)
    return std::make_unique<Circle>(p * q);
  return std::make_unique<Plate>(p, q);
}

BOTH double one(const double *x, int n) {
  std::unique_ptr<Shape> s = std::make_unique<Circle>(x[0] * x[1]);
  double t = s->area(x[2]);
  s = std::make_unique<Plate>(x[1], x[2]);
  t += s->area(x[0]);
  auto other = make(n % 2, x[0], x[1]);
  t *= other->area(t);
  s.reset(new Circle(t));
  return s->area(x[n - 1]);
}

BOTH double loop(const double *x, int n) {
  double t = 1;
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<Shape> s;
    if (i % 2)
      s = std::make_unique<Circle>(x[i] * t);
    else
      s.reset(new Plate(x[i], t));
    if (i == 5)
      continue;
    t += s->area(x[0]);
    if (t > 100)
      return t;
  }
  return t;
}

// An expression tree.
struct Node {
  virtual ~Node() = default;
  virtual double eval(const double *x) const = 0;
};
struct Constant : Node {
  double v;
  explicit Constant(double v) : v(v) {}
  double eval(const double *) const override { return v; }
};
struct Variable : Node {
  int i;
  explicit Variable(int i) : i(i) {}
  double eval(const double *x) const override { return x[i]; }
};
struct Sum : Node {
  std::unique_ptr<Node> left, right;
  Sum(std::unique_ptr<Node> l, std::unique_ptr<Node> r) : left(std::move(l)), right(std::move(r)) {}
  double eval(const double *x) const override { return left->eval(x) + right->eval(x); }
};
struct Product : Node {
  std::unique_ptr<Node> left, right;
  Product(std::unique_ptr<Node> l, std::unique_ptr<Node> r)
      : left(std::move(l)), right(std::move(r)) {}
  double eval(const double *x) const override { return left->eval(x) * right->eval(x); }
};
BOTH double tree(const double *x, int n) {
  std::unique_ptr<Node> e = std::make_unique<Constant>(x[0]);
  for (int i = 0; i < n; ++i) {
    auto v = std::make_unique<Variable>(i);
    if (i % 2)
      e = std::make_unique<Sum>(std::move(e), std::move(v));
    else
      e = std::make_unique<Product>(
          std::move(e), std::make_unique<Sum>(std::move(v), std::make_unique<Constant>(x[1])));
  }
  return e->eval(x);
}

int main() {
  CHECK_ARRAY(one, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(loop, {0.5, 1.5, 0.75, 0.3, 0.6, 0.7, 0.4});
  CHECK_ARRAY(tree, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
