// A vector that is made from an array is made so in the companion, too: no zeros that are overwritten.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

// CHECK:      double f_forward(
// CHECK:        const std::size_t v_size = n;
// CHECK-NEXT:   std::vector<double> v_dot(x_dot, x_dot + v_size);
// CHECK-NEXT:   std::vector<double> v(x, x + v_size);
// CHECK-NEXT:   for (int i = 1; i < n; ++i)
// CHECK:      double f_reverse(
// CHECK:        const std::size_t v_size = n;
// CHECK-NEXT:   std::vector<double> v(x, x + v_size);
// CHECK:        for (std::size_t k = 0; k < v_size; ++k)
// CHECK-NEXT:     x_bar[k] += v_bar[k];
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  std::vector<double> v(x, x + n);
  for (int i = 1; i < n; ++i)
    v[i] *= v[i - 1];
  return v[n - 1];
}

// Something else happens to it first.
// CHECK:      double g_reverse(
// CHECK:        std::vector<double> v(n);
// CHECK-NEXT:   v[0] = 2;
// CHECK-NEXT:   for (std::size_t i = 0; i < n; ++i)
// CHECK-NEXT:     v[i] = x[i];
[[ad::differentiate(reverse)]] double g(const double *x, std::size_t n) {
  std::vector<double> v(n);
  v[0] = 2;
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = x[i];
  return v[0] * v[n - 1];
}
