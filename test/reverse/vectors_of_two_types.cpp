// Vectors of two types have no element in common: nothing is recorded of what is read in one while
// the other is written.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <array>
#include <cmath>
#include <vector>

struct Body {
  double x, m;
};

[[ad::differentiate(reverse)]]
void forces(const std::vector<Body> &b, std::vector<std::array<double, 2>> &a) {
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      a[i][0] += b[i].m * b[j].m * std::sin(b[i].x - b[j].x);
}

// CHECK: // forces_reverse: adjoint of forces (vectors_of_two_types.cpp:13)
// CHECK-NEXT: void forces_reverse(const std::vector<Body> &b, std::vector<Body> &b_bar,
// CHECK-NEXT:                     std::vector<std::array<double, 2>> &a,
// CHECK-NEXT:                     std::vector<std::array<double, 2>> &a_bar) {
// CHECK-NEXT:   ad::match(b_bar, b);
// CHECK-NEXT:   ad::match(a_bar, a);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (std::size_t i = 0; i < b.size(); ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double b_bar_sum = 0;
// CHECK-NEXT:     double b_bar_sum_1 = 0;
// CHECK-NEXT:     for (std::size_t j = 0; j < b.size(); ++j) { // each iteration is reversed at once
// CHECK-NEXT:       const double sin_b_i_x_b_j_x = std::sin(b[i].x - b[j].x);
// CHECK-NEXT:       a[i][0] += b[i].m * b[j].m * sin_b_i_x_b_j_x;
// CHECK-NEXT:       const double t_bar = sin_b_i_x_b_j_x * a_bar[i][0];
// CHECK-NEXT:       b_bar_sum += b[j].m * t_bar;
// CHECK-NEXT:       b_bar[j].m += b[i].m * t_bar;
// CHECK-NEXT:       const double t_bar_1 = std::cos(b[i].x - b[j].x) * b[i].m * b[j].m * a_bar[i][0];
// CHECK-NEXT:       b_bar_sum_1 += t_bar_1;
// CHECK-NEXT:       b_bar[j].x -= t_bar_1;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (b_bar_sum != 0)
// CHECK-NEXT:       b_bar[i].m += b_bar_sum;
// CHECK-NEXT:     if (b_bar_sum_1 != 0)
// CHECK-NEXT:       b_bar[i].x += b_bar_sum_1;
// CHECK-NEXT:   }
// CHECK-NEXT: }
