// The adjoint of a number that is passed by value is summed in a register, where the loop stores to
// other adjoints, too: to the optimiser, those might lie in the same place.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-sum \
// RUN:   | FileCheck %s --check-prefix=MEMORY
#include <cmath>

// CHECK:      double energy_reverse(const double *x, double *x_bar, int n, double k, double &k_bar,
// CHECK-NEXT:                       double energy_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double e = 0;
// CHECK-NEXT:   const double e_bar = energy_bar;
// CHECK-NEXT:   double k_bar_sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     e += k * x[i] * x[i];
// CHECK-NEXT:     k_bar_sum += x[i] * x[i] * e_bar;
// CHECK-NEXT:     x_bar[i] += {{.*}};
// CHECK:        }
// CHECK-NEXT:   k_bar += k_bar_sum;
// CHECK-NEXT:   return e;
// CHECK-NEXT: }
// MEMORY:     double energy_reverse(
// MEMORY-NOT:   sum
// MEMORY:         k_bar += x[i]
[[ad::differentiate(reverse)]] double energy(const double *x, int n, double k) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += k * x[i] * x[i];
  return e;
}

// The outermost loop that does nothing else with it.
// CHECK:      double nested_reverse(
// CHECK:        double k_bar_sum = 0;
// CHECK-NEXT:   for (int j = 0; j < m; ++j)
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK:        k_bar += k_bar_sum;
// CHECK-NEXT:   return
[[ad::differentiate(reverse)]] double nested(const double *x, int m, int n, double k) {
  double e = 0;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      e += std::sin(k * x[i] + j);
  return e * e;
}

// No other stores to memory, or a few iterations: the optimiser sees to it.
// CHECK:      double chain_reverse(
// CHECK-NOT:    sum
// CHECK:        return
[[ad::differentiate(reverse)]] double chain(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}
// CHECK:      void three_reverse(
// CHECK-NOT:    sum
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void three(double x, double *v) {
  for (int i = 0; i < 3; ++i)
    v[i] *= x;
}
