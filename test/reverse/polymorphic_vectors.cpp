// An object with virtual functions is made by its constructor, which gives it its class; what that
// assigns is said again on the members, vectors included, for their derivatives.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
#include <vector>

struct Base {
  virtual ~Base() = default;
  virtual double go(double v) const = 0;
};

struct Row : Base {
  std::vector<double> at;
  explicit Row(double v) { at.push_back(v * v); }
  double go(double v) const override { return at[0] * v; }
};

// CHECK-LABEL: double f_reverse(double x, double &x_bar, double f_bar) {
// CHECK: Row *r_bar = tape.owning_zeros<Row>();
// CHECK-NEXT: Row r = Row(x);
// CHECK-NEXT: r.at.clear();
// CHECK-NEXT: ad::follow_shape(tape, r_bar->at, r.at);
// CHECK: r.at.push_back(value);
// CHECK: Base_dispatch_go_reverse_sweep(tape, b, b_bar, x, x_bar, go_value_bar);
// CHECK: const double value_bar = r_bar->at[r_at_size];
// CHECK: x_bar += 2 * x * value_bar;
[[ad::differentiate(reverse)]]
double f(double x) {
  Row r(x);
  const Base *b = &r;
  return b->go(x);
}
