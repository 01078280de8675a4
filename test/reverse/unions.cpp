// The derivative of a union is a union; its members overlap in both.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
struct Shape {
  int kind;
  union {
    double radius;
    struct {
      double width, height;
    } box;
  };
};

// CHECK-LABEL: double area_reverse(const Shape &shape, Shape &shape_bar, double area_bar) {
// CHECK:        if (shape.kind == 0) {
// CHECK-NEXT:     shape_bar.radius += 2 * shape.radius * area_bar;
// CHECK:        shape_bar.box.width += shape.box.height * area_bar;
// CHECK-NEXT:     shape_bar.box.height += shape.box.width * area_bar;
[[ad::differentiate(reverse)]]
double area(const Shape &shape) {
  if (shape.kind == 0)
    return shape.radius * shape.radius;
  return shape.box.width * shape.box.height;
}
