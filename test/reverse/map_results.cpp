// A map that is returned is made in a variable of the companion; its adjoint has the same keys.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <map>

// CHECK-LABEL: std::map<int, double> powers_forward(double x, double x_dot, int n,
// CHECK-NEXT:                                       std::map<int, double> &powers_dot) {
// CHECK-NEXT:   std::map<int, double> result{};
// CHECK-NEXT:   powers_dot = {};
// CHECK:          double *const entry = &result[key];
// CHECK-NEXT:     double *const entry_dot = &powers_dot[key];
// CHECK:        return result;

// CHECK-LABEL: std::map<int, double> powers_reverse(double x, double &x_bar, int n,
// CHECK-NEXT:                                       std::map<int, double> powers_bar) {
// CHECK-NEXT:   std::map<int, double> result{};
// CHECK:        ad::changing_keys<std::map<int, double>> result_keys(powers_bar, result);
// CHECK:        result_keys.seed(result);
// CHECK-NEXT:   // reverse sweep
// CHECK:        result_keys.finish();
// CHECK-NEXT:   return result;
[[ad::differentiate(forward, reverse)]]
std::map<int, double> powers(double x, int n) {
  std::map<int, double> m;
  for (int i = 0; i < n; ++i)
    m[i] = x * i;
  return m;
}
