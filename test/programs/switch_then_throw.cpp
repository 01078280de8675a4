// What follows a switch or a branch throws: the function goes on from inside of it alone.
#include "scalars.h"
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace throws_after {
struct Node {
  virtual ~Node() = default;
  virtual double eval(double t) const = 0;
};
struct Leaf : Node {
  double eval(double t) const override { return t; }
};
struct Both : Node {
  char op;
  std::unique_ptr<Node> l, r;
  Both(char op, std::unique_ptr<Node> l, std::unique_ptr<Node> r)
      : op(op), l(std::move(l)), r(std::move(r)) {}
  double eval(double t) const override {
    const double a = l->eval(t), b = r->eval(t * t);
    switch (op) {
    case '+':
      return a + b;
    case '*':
      return a * b;
    }
    throw std::logic_error("operator");
  }
};
FUNCTION {
  std::unique_ptr<Node> sum =
      std::make_unique<Both>('+', std::make_unique<Leaf>(), std::make_unique<Leaf>());
  std::unique_ptr<Node> e = std::make_unique<Both>('*', std::move(sum), std::make_unique<Leaf>());
  return e->eval(x) * y;
}
} // namespace throws_after

namespace continues {
FUNCTION {
  double s = x;
  for (int i = 0; i < 6; ++i) {
    const int kind = s > 2 ? 2 : i % 2;
    s *= y;
    switch (kind) {
    case 0:
      s += std::sin(s) * x;
      continue;
    case 1:
      s = s * s * 0.3 + 1;
      continue;
    case 2:
      s = std::sqrt(s * s + 1) - x;
      continue;
    }
    throw std::logic_error("kind");
  }
  return s;
}
} // namespace continues

namespace chosen_in_calls {
static double pick(double t, int kind, int depth) {
  if (depth > 0)
    t = pick(t * t * 0.5, kind + 1, depth - 1);
  if (kind % 2) {
    switch (kind % 3) {
    case 0:
      return std::cos(t);
    case 1:
      return t * t;
    default:
      return t + 1;
    }
  } else if (kind >= 0) {
    return 3 * t;
  }
  throw std::logic_error("kind");
}
FUNCTION { return pick(x, 1, 4) * y + pick(y, 2, 3); }
} // namespace chosen_in_calls

int main() {
  CHECK_SCALARS(throws_after::f, {0.7, 1.3});
  CHECK_SCALARS(throws_after::f, {1.4, -0.6});
  CHECK_SCALARS(continues::f, {0.7, 1.3});
  CHECK_SCALARS(continues::f, {1.4, -0.6});
  CHECK_SCALARS(chosen_in_calls::f, {0.7, 1.3});
  CHECK_SCALARS(chosen_in_calls::f, {1.4, -0.6});
  return finish();
}
