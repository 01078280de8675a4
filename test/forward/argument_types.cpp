// What is called by text gets arguments of the types of the parameters that named them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <algorithm>
#include <cstddef>
template <class T> static T power(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}

static double scaled(double x, long base) { return x * static_cast<double>(power(base, 12)); }

// CHECK-LABEL: double large_forward(double x, double x_dot, int k, double &large_dot) {
// CHECK:         power(static_cast<long>(k), 12)
[[ad::differentiate(forward)]]
double large(double x, int k) {
  return scaled(x, k);
}

static double sum(const double *x, std::size_t n, std::size_t m) {
  double s = 0;
  for (std::size_t i = 0; i < std::max(n, m); ++i)
    s += x[i];
  return s;
}

// CHECK-LABEL: double first_forward(
// CHECK:         i < std::max(static_cast<std::size_t>(3), m)
[[ad::differentiate(forward)]]
double first(const double *x, std::size_t m) {
  return sum(x, 3, m);
}
