// Containers of functions: a loop over one is written out, a call by number is a branch.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <functional>
#include <vector>

// CHECK:      double looped_reverse(
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   x_1 *= k;
// CHECK-NEXT:   const double tanh_x = std::tanh(x_1);
// CHECK-NEXT:   double x_1_bar = (1 - tanh_x * tanh_x) * looped_bar;
// CHECK-NEXT:   k_bar += x * x_1_bar;
[[ad::differentiate(reverse)]]
double looped(double x, double k) {
  std::vector<std::function<double(double)>> layers;
  layers.push_back([k](double v) { return v * k; });
  layers.push_back([](double v) { return std::tanh(v); });
  for (const auto &layer : layers)
    x = layer(x);
  return x;
}

// CHECK:      double chosen_reverse(
// CHECK:        if (i == 0) {
// CHECK-NEXT:     called_1 = x * x;
// CHECK:          if (i == 1)
// CHECK-NEXT:       called = x + x;
// CHECK-NEXT:     else
// CHECK-NEXT:       called = std::sin(x);
// CHECK:        if (i == 0) {
// CHECK-NEXT:     x_bar += 2 * x * called_1_bar;
[[ad::differentiate(reverse)]]
double chosen(double x, int i) {
  std::function<double(double)> table[] = {[](double v) { return v * v; },
                                           [x](double v) { return v + x; },
                                           [](double v) { return std::sin(v); }};
  return table[i](x);
}
