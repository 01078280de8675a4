// A virtual call dispatches over the overriders of the file, by the very class of the object; the
// reverse sweep goes by what the forward sweep found.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
struct Shape {
  virtual double area(double x) const = 0;
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};
struct Strip final : Shape {
  double w;
  double area(double x) const override { return w * x; }
};

[[ad::differentiate(reverse)]]
double f(const Shape &s, double x) { return s.area(x); }

// CHECK-LABEL: static double Shape_dispatch_area_forward_sweep(ad::tape &tape, const Shape *self, double x) {
// CHECK:      const int type = (typeid(*self) == typeid(Square))  ? 0
// CHECK-NEXT:                  : (typeid(*self) == typeid(Strip)) ? 1
// CHECK-NEXT:                                                     : -1;
// CHECK-NEXT: switch (type) {
// CHECK-NEXT: case 0: {
// CHECK:      Square_area_forward_sweep(tape, static_cast<const Square *>(self), x);
// CHECK:      default:
// CHECK-NEXT:   ad::__throw_unknown_target(
// CHECK-NEXT:       "Shape::area: the derivative for objects of this class is not in this file");
// CHECK:      tape.push(type);
// CHECK-LABEL: static void Shape_dispatch_area_reverse_sweep(
// CHECK:      const int type = tape.pop<int>();
// CHECK-NEXT: switch (type) {
// CHECK:      Strip_area_reverse_sweep(tape, static_cast<const Strip *>(self), static_cast<Strip *>(self_bar),

// A class that is known needs no test.
[[ad::differentiate(reverse)]]
double g(const Strip &s, double x) { return s.area(x) * x; }
// CHECK-LABEL: double g_reverse(const Strip &s, Strip &s_bar, double x, double &x_bar, double g_bar) {
// CHECK-NOT:   dispatch
// CHECK:       s_bar.w += x *
