// Objects that are shared live until the companion ends; those with virtual functions are destroyed
// by the class of the primal.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double k) const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area(double k) const override { return r * r * k; }
};

// CHECK-LABEL: double owned_forward(
// CHECK:      Circle *{{.*}} = new Circle(
// CHECK-NEXT: Circle *{{.*}} = ad::zeros<Circle>();
// CHECK:      ad::delete_as<Circle>([[S:.*]], [[S]]_dot);
// CHECK-NEXT: ad::delete_as<Circle>([[S]], [[S]]);
[[ad::differentiate(forward)]]
double owned(double x) {
  std::unique_ptr<Shape> s = std::make_unique<Circle>(x);
  return s->area(x);
}

struct Leaf {
  double v = 0;
};

// CHECK-LABEL: double shared_forward(
// CHECK:      ad::shared_objects shared;
// CHECK:      shared.delete_at_end(made_dot);
// CHECK-NEXT: shared.delete_at_end(made);
[[ad::differentiate(forward)]]
double shared(double x) {
  auto p = std::make_shared<Leaf>();
  auto q = p;
  p->v = x * x;
  return q->v * x;
}
