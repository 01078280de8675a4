// Searches with a comparison are the loops that they are; sorting backwards is sorting the other way.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <algorithm>
#include <vector>
struct Knot {
  double t, v;
};

// CHECK-LABEL: double at_reverse(
// CHECK: while (n > 0) {
// CHECK-NEXT: const long h = n / 2;
// CHECK-NEXT: if (f[h].t < t) {
// CHECK-NEXT: f_bar += h + 1;
// CHECK-NEXT: f += h + 1;
// CHECK: it_bar->v += t * at_bar;
// CHECK-NEXT: t_bar += it->v * at_bar;
[[ad::differentiate(reverse)]]
double at(const std::vector<Knot> &knots, double t) {
  auto it = std::lower_bound(knots.begin(), knots.end(), t,
                             [](const Knot &a, double t) { return a.t < t; });
  return it->v * t;
}

// CHECK-LABEL: double largest_forward(
// CHECK: std::sort(order.begin(), order.end(),
// CHECK-NEXT: [&](std::size_t a, std::size_t b) { return w.data()[a] > w.data()[b]; });
[[ad::differentiate(forward)]]
double largest(std::vector<double> w) {
  std::sort(w.rbegin(), w.rend());
  return w[0] * w[0] + w[1];
}
