// A result, a vector of the caller's, that gets its size first: its elements then lie where they
// did, or in memory of nobody's, so that it is known on entry whether what is read is overwritten;
// and its adjoint can be had from there on.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>
using V = std::vector<double>;

// CHECK-LABEL: void filled_reverse(const std::vector<double> &x,
// CHECK:         if (ad::overlap(x, y))
// CHECK-NEXT:      return filled_reverse_overlapping(x, x_bar, y, y_bar);
// CHECK:         y.resize(new_size);
// CHECK-NEXT:    ad::match(y_bar, y);
// CHECK-NEXT:    for (std::size_t i = 0; i < x.size(); ++i) { // each iteration is reversed at once
// CHECK:         y_bar.resize(old_size);
[[ad::differentiate(reverse)]] void filled(const V &x, V &y) {
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::exp(x[i]);
}

// A size on which the test rests must not be that of the result.
struct Grid {
  V x;
};
// CHECK-LABEL: void weighted_reverse(const double *w, double *w_bar,
// CHECK:         if (ad::overlap(y, w, grid.x.size()) || &y == &grid.x)
[[ad::differentiate(reverse)]] void weighted(const double *w, [[ad::constant]] const Grid &grid,
                                             V &y) {
  y.resize(grid.x.size());
  for (std::size_t i = 0; i < grid.x.size(); ++i)
    y[i] = w[i] * w[i];
}

// Not where it changes afterwards, or perhaps.
// CHECK-LABEL: void grows_reverse(const std::vector<double> &x,
// CHECK-NOT:     reversed at once
// CHECK:         // reverse sweep
[[ad::differentiate(reverse)]] void grows(const V &x, V &y) {
  y.clear();
  for (std::size_t i = 0; i < x.size(); ++i)
    y.push_back(std::exp(x[i]));
}
// CHECK-LABEL: void perhaps_reverse(const std::vector<double> &x,
// CHECK-NOT:     reversed at once
// CHECK:         // reverse sweep
[[ad::differentiate(reverse)]] void perhaps(const V &x, V &y) {
  if (y.size() < x.size())
    y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::exp(x[i]);
}
