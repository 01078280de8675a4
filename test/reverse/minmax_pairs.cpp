// The pair that std::minmax gives is no object: pointers lead to the smaller and the larger.
// RUN: %clang_ad_plugin -std=c++17 -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <algorithm>

// CHECK:      double bound_reverse(double x, double &x_bar, double y, double &y_bar, double bound_bar) {
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   double y_1 = y;
// CHECK-NEXT:   const double bound_value =
// CHECK-NEXT:       *(y_1 < x_1 ? &y_1 : &x_1) * *(y_1 < x_1 ? &y_1 : &x_1) * *(y_1 < x_1 ? &x_1 : &y_1);
// CHECK-NEXT:   double x_1_bar = 0;
// CHECK-NEXT:   double y_1_bar = 0;
// CHECK-NEXT:   *(y_1 < x_1 ? &x_1_bar : &y_1_bar) +=
// CHECK-NEXT:       *(y_1 < x_1 ? &y_1 : &x_1) * *(y_1 < x_1 ? &y_1 : &x_1) * bound_bar;
// CHECK-NEXT:   *(y_1 < x_1 ? &y_1_bar : &x_1_bar) +=
// CHECK-NEXT:       2 * *(y_1 < x_1 ? &x_1 : &y_1) * *(y_1 < x_1 ? &y_1 : &x_1) * bound_bar;
// CHECK-NEXT:   y_bar += y_1_bar;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return bound_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double bound(double x, double y) {
  auto [low, high] = std::minmax(x, y);
  return low * low * high;
}

// Of numbers that never change, the numbers themselves.
// CHECK:      double slab_reverse(double x, double &x_bar, double y, double &y_bar, double slab_bar) {
// CHECK-NEXT:   const double first = x / y;
// CHECK-NEXT:   const double last = (x + 1) * y;
// CHECK-NEXT:   double first_bar = 0;
// CHECK-NEXT:   double last_bar = 0;
// CHECK-NEXT:   const double t_bar_1 = 2 * (last < first ? first : last) * slab_bar;
// CHECK-NEXT:   if (last < first) {
// CHECK-NEXT:     first_bar += t_bar_1;
// CHECK-NEXT:     last_bar -= slab_bar;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     last_bar += t_bar_1;
// CHECK-NEXT:     first_bar -= slab_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double t_bar = first_bar / y;
// CHECK-NEXT:   x_bar += y * last_bar + t_bar;
// CHECK-NEXT:   y_bar += (x + 1) * last_bar - first * t_bar;
// CHECK-NEXT:   return (last < first ? first : last) * (last < first ? first : last) -
// CHECK-NEXT:          (last < first ? last : first);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double slab(double x, double y) {
  const double first = x / y, last = (x + 1) * y;
  auto [enter, leave] = std::minmax(first, last);
  return leave * leave - enter;
}
