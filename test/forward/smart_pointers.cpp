// Objects that are shared live until the companion ends; those with virtual functions are destroyed
// by the class of the primal.
// RUN: %clang_ad_plugin -fsyntax-only -I%source/test/programs %s -fplugin-arg-ad-print | FileCheck %s
#include "shapes.h"
#include <memory>

// CHECK-LABEL: double owned_forward(
// CHECK:      Circle *{{.*}} = new Circle(
// CHECK-NEXT: Circle *{{.*}} = ad::zeros<Circle>();
// CHECK:      ad::delete_as<Circle, Box>([[S:.*]], [[S]]_dot);
// CHECK-NEXT: ad::delete_as<Circle, Box>([[S]], [[S]]);
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
