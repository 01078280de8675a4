// Globals that are read by their names: arguments may not lead there for writing, and what pointers and
// iterators that the function makes may change is kept.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

static std::vector<int> order;
double scale = 2;
extern const double fixed;

// CHECK-LABEL: double read_reverse(
// CHECK:       // forward sweep
// CHECK-NEXT:  if (ad::overlap(y, 1, &scale, 1))
// CHECK-NEXT:    ad::__throw_unknown_target(
// CHECK-NEXT:        "the argument 'y' leads into the global 'scale', which the function reads by its name");
// CHECK-NOT:   overlap(
// CHECK-NOT:   scale_at
// CHECK:       // reverse sweep
// CHECK:         y_bar[i] = scale * x_i_at[i] * s_bar;
[[ad::differentiate(reverse)]]
double read(const double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += scale * x[i] * y[i];
    y[i] = fixed * s;
  }
  return s;
}

// CHECK-LABEL: double changed_reverse(
// CHECK:         order_i_at[i] = order[i];
// CHECK:       // reverse sweep
// CHECK:         x_bar[order_i_at[i]] += s_at[i] * s_bar;
[[ad::differentiate(reverse)]]
double changed(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[order[i]] + 0.1;
    for (auto it = order.begin(); it != order.end(); ++it)
      *it = (*it + 1) % n;
  }
  return s;
}
