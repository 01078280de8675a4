// Expressions of whole arrays are loops over their elements.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend %s | FileCheck %s
#include <valarray>

// CHECK-LABEL: double energy_reverse(
// CHECK:        double sum = 0;
// CHECK-NEXT:   for (std::size_t k = 0; k < x.size(); ++k)
// CHECK-NEXT:     sum += x[k] * x[k] * w;
// CHECK:        for (std::size_t k = x.size(); k-- > 0;) {
// CHECK-NEXT: #pragma clang fp reassociate(on)
// CHECK-NEXT:     w_bar_sum += x[k] * x[k] * sum_bar;
// CHECK-NEXT:     x_bar[k] += 2 * w * x[k] * sum_bar;
[[ad::differentiate(reverse)]]
double energy(const std::valarray<double> &x, double w) { return (x * x * w).sum(); }
