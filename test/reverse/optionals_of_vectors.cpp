// std::optional and std::variant of vectors are a class of a flag and the vectors.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <optional>
#include <variant>
#include <vector>

// CHECK:      double optional_vector_reverse(
// CHECK-NEXT:   struct Optional {
// CHECK-NEXT:     bool engaged;
// CHECK-NEXT:     std::vector<double> value;
// CHECK-NEXT:   };
// CHECK:        if (o.engaged) {
// CHECK:          o.value.push_back(value);
// CHECK:        // reverse sweep
// CHECK-NEXT:   Optional o_bar = {};
// CHECK-NEXT:   ad::match(o_bar.value, o.value);
// CHECK:        if (o.engaged) {
// CHECK:          o_bar.value.resize(o_value_size);
// CHECK-NEXT:     o_bar.value[0] += x * value_bar;
[[ad::differentiate(reverse)]]
double optional_vector(double x, bool with) {
  std::optional<std::vector<double>> o;
  if (with)
    o = std::vector<double>{x, x * x};
  if (o)
    o->push_back((*o)[0] * x);
  return o ? o->back() : x;
}

// CHECK:      double variant_vector_reverse(
// CHECK-NEXT:   struct Variant {
// CHECK-NEXT:     std::size_t index;
// CHECK-NEXT:     double alternative_0;
// CHECK-NEXT:     std::vector<double> alternative_1;
// CHECK-NEXT:   };
// CHECK:        const bool w_held = v.index == 1;
// CHECK:        // reverse sweep
// CHECK:        if (w_held) {
// CHECK-NEXT:     v_bar.alternative_1[0] +=
[[ad::differentiate(reverse)]]
double variant_vector(double x, int n) {
  std::variant<double, std::vector<double>> v = x;
  if (n > 0)
    v = std::vector<double>(n, x);
  if (auto *w = std::get_if<1>(&v))
    return w->front() * x;
  return std::get<0>(v);
}
