// Slices and masks of valarrays are loops over their elements.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <valarray>

// CHECK-LABEL: void put_reverse(
// CHECK:        for (std::size_t k_1 = 0; k_1 < 2; ++k_1)
// CHECK-NEXT:     m[1 + k_1 * 3] = k;
// CHECK:        for (std::size_t k_1 = 0; k_1 < m.size(); ++k_1) { // each iteration is reversed at once
// CHECK-NEXT:     if (m[k_1] > 2.0) {
// CHECK-NEXT:       m[k_1] = k;
// CHECK-NEXT:       k_bar_sum += m_bar[k_1];
// CHECK-NEXT:       m_bar[k_1] = 0;
// CHECK:        // reverse sweep
// CHECK-NEXT:   for (std::size_t k_1 = 0; k_1 < 2; ++k_1) {
// CHECK-NEXT:     k_bar += m_bar[1 + k_1 * 3];
// CHECK-NEXT:     m_bar[1 + k_1 * 3] = 0;
[[ad::differentiate(reverse)]]
void put(std::valarray<double> &m, double k) {
  m[std::slice(1, 2, 3)] = k;
  m[m > 2.0] = k;
}
