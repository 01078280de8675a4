// A pointer that a small function was given to a local array is another name for the array, and goes:
// the loop around is reversed at once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

static double soft_max(const double *v, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(v[i]);
  return std::log(sum);
}

// CHECK:      double likelihood_reverse(
// CHECK:        for (int p = 0; p < points; ++p) { // each iteration is reversed at once
// CHECK:            exp_term_i_at[i] = std::exp(term[i]);
// CHECK:          double term_bar[3];
// CHECK:            term_bar[i] = exp_term_i_at[i] * sum_bar;
// CHECK-NOT:    // reverse sweep
// CHECK:        return total;
[[ad::differentiate(reverse)]] double likelihood(const double *x, int points) {
  double total = 0;
  for (int p = 0; p < points; ++p) {
    double term[3];
    for (int c = 0; c < 3; ++c)
      term[c] = x[c] * p;
    total += soft_max(&term[0], 3);
  }
  return total;
}
