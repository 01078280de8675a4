// Vectors of std::shared_ptr that lists in braces make: declared, assigned, passed, returned; the
// graph of an expression, and its own derivatives.
#include "vectors.h"
#include <cmath>
#include <memory>

namespace values {
struct Value {
  double v;
};
using Ptr = std::shared_ptr<Value>;

double squares(const std::vector<Ptr> &all) {
  double s = 0;
  for (const Ptr &each : all)
    s += each->v * each->v;
  return s;
}

std::vector<Ptr> two(double x, double y) {
  return {std::make_shared<Value>(Value{x}), std::make_shared<Value>(Value{y})};
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Ptr a = std::make_shared<Value>(Value{x[0]}), b = std::make_shared<Value>(Value{x[1]});
  std::vector<Ptr> all{a, b};
  double s = squares(all) + squares({a, b, a});
  for (int i = 0; i < 3; ++i) {
    Ptr c = std::make_shared<Value>(Value{x[0] * i});
    all = {c, b, c};
    s += all[2]->v * all[1]->v * squares(all);
    std::vector<Ptr> others = two(x[1] * s, x[0]);
    all = others;
    s += 0.1 * all[0]->v;
  }
  return s * all[1]->v;
}
} // namespace values

namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
};
struct Square : Shape {
  double a;
  explicit Square(double a) : a(a) {}
  double area() const override { return a * a; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  const std::vector<std::shared_ptr<Shape>> all{std::make_shared<Circle>(x[0]),
                                                std::make_shared<Square>(x[1]),
                                                std::make_shared<Circle>(x[0] * x[1])};
  double s = 1;
  for (const auto &each : all)
    s *= each->area();
  return s;
}
} // namespace shapes

namespace graph {
struct Value;
using Ptr = std::shared_ptr<Value>;
struct Value {
  double data, grad = 0;
  std::vector<Ptr> from;
  std::vector<double> slopes;
  Value(double data, std::vector<Ptr> from = {}, std::vector<double> slopes = {})
      : data(data), from(std::move(from)), slopes(slopes) {}
};

Ptr operator+(const Ptr &a, const Ptr &b) {
  return std::make_shared<Value>(a->data + b->data, std::vector<Ptr>{a, b},
                                 std::vector<double>{1.0, 1.0});
}
Ptr operator*(const Ptr &a, const Ptr &b) {
  return std::make_shared<Value>(a->data * b->data, std::vector<Ptr>{a, b},
                                 std::vector<double>{b->data, a->data});
}

void backward(Value *v, double seed) {
  v->grad += seed;
  for (std::size_t i = 0; i < v->from.size(); ++i)
    backward(v->from[i].get(), seed * v->slopes[i]);
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Ptr a = std::make_shared<Value>(x[0]), b = std::make_shared<Value>(x[1]);
  Ptr result = (a + b) * (a * a);
  backward(result.get(), 1.0);
  return a->grad * 2 + b->grad * result->data;
}
} // namespace graph

int main() {
  CHECK_CASE(values, {0.7, 1.2});
  CHECK_CASE(shapes, {0.7, 1.2});
  CHECK_CASE(graph, {0.7, 1.2});
  return finish();
}
