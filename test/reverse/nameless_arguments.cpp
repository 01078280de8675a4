// A class template whose argument is the type of a lambda: companions declare its members again.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

template <class F> struct Held {
  double last = 0;
  double call(F &f, double x) { return last = f(x) + last; }
};

// CHECK-LABEL: double twice_reverse(double x, double &x_bar, double twice_bar) {
// CHECK:      struct Held {
// CHECK-NEXT:   double last = 0;
// CHECK-NEXT: };
// CHECK-NEXT: Held held
// CHECK-NOT:  lambda
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]]
double twice(double x) {
  auto square = [&](double y) { return x * y * y; };
  Held<decltype(square)> held;
  held.call(square, x);
  return held.call(square, held.last);
}
