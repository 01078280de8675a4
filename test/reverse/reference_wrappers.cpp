// A std::reference_wrapper is the pointer that it holds.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <functional>
#include <vector>

// CHECK-LABEL: double scaled_reverse(
// CHECK: std::vector<double *> refs = {&a_1, &b_1};
// CHECK-NEXT: std::vector<double *> refs_bar = {&a_1_bar, &b_1_bar};
// CHECK: refs_k_at[k] = *refs[k];
// CHECK-NEXT: *refs[k] *= *refs[k];
// CHECK: *refs_bar[k] = 2 * refs_k_at[k] * *refs_bar[k];
[[ad::differentiate(reverse)]]
double scaled(double a, double b) {
  std::vector<std::reference_wrapper<double>> refs{a, b};
  for (double &r : refs)
    r *= r;
  return a * b;
}

double grown(double &x, double k) { return x *= k; }
template <class F, class T> double twice(F f, T t, double k) { return f(t, k) + f(t, k); }

// CHECK-LABEL: double passed_forward(
// CHECK: a_1_dot = a_1_dot * k + a_1 * k_dot;
// CHECK-NEXT: a_1 *= k;
// CHECK: passed_dot = value_dot + a_1_dot;
[[ad::differentiate(forward)]]
double passed(double a, double k) {
  return twice(grown, std::ref(a), k);
}
