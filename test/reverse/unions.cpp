// The derivative of a union is a union; its members overlap in both.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
struct Reading {
  bool scaled;
  union {
    struct {
      double raw, factor;
    } parts;
    double value;
  };
};

// CHECK-LABEL: double loss_reverse(const Reading &r, Reading &r_bar, double loss_bar) {
// CHECK:        if (!r.scaled) {
// CHECK-NEXT:     loss_value = r.value * r.value;
// CHECK-NEXT:     r_bar.value += 2 * r.value * loss_bar;
// CHECK:        r_bar.parts.raw += r.parts.factor * loss_bar;
// CHECK-NEXT:     r_bar.parts.factor += r.parts.raw * loss_bar;
[[ad::differentiate(reverse)]]
double loss(const Reading &r) {
  if (!r.scaled)
    return r.value * r.value;
  return r.parts.raw * r.parts.factor;
}
