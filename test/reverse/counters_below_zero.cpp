// A counter with a sign that is compared with a number without one counts back by itself only where
// it is surely not below zero: there it would be greater than all others, and the loop not run.
// RUN: %clang_ad_plugin -fsyntax-only %s -w -fplugin-arg-ad-print | FileCheck %s
#include <vector>

// CHECK-LABEL: double pairs_reverse(
// CHECK:         for (int i = static_cast<int>(v.size()); i-- > 0;) {
// CHECK:           for (int k = static_cast<int>(v.size()); k-- > i + 1;) {
[[ad::differentiate(reverse)]]
double pairs(const std::vector<double> &v) {
  double s = 1;
  for (int i = 0; i < v.size(); ++i)
    for (int k = i + 1; k < v.size(); ++k)
      s *= v[i] * v[k] + 1;
  return s;
}

// CHECK-LABEL: double from_reverse(
// CHECK:         for (k = first; k < v.size(); ++k) {
// CHECK:           ++trips;
// CHECK:         // reverse sweep
// CHECK:         for (; trips > 0; --trips) {
[[ad::differentiate(reverse)]]
double from(const std::vector<double> &v, int first) {
  double s = 1;
  for (int k = first; k < v.size(); ++k)
    s *= v[k & 1];
  return s;
}

// A bound with a sign is compared with it.
// CHECK-LABEL: double cast_reverse(
// CHECK:         for (int k = static_cast<int>(v.size()); k-- > first;) {
[[ad::differentiate(reverse)]]
double cast(const std::vector<double> &v, int first) {
  double s = 1;
  for (int k = first; k < int(v.size()); ++k)
    s *= v[k & 1];
  return s;
}
