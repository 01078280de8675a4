// A function that is already defined is annotated by redeclaring it: no warning, nothing dropped.
// RUN: %clang_ad_plugin -Wall -Werror %s -o %t && %t
// RUN: %ad_rewrite %s -- -std=c++17 | FileCheck %s
namespace lib {
inline double square(double x) { return x * x; }
inline double scale(double x) { return 3 * x; }
} // namespace lib
namespace lib {
// CHECK: {{^}}double square(double x);
// CHECK-NEXT: {{^}}inline double square_reverse(double x, double &x_bar, double square_bar = 1);
[[ad::differentiate(reverse)]] double square(double x);
[[ad::constant]] double scale(double x);
} // namespace lib
[[ad::differentiate(forward)]] double f(double x) { return x * lib::scale(x); }

int main() {
  double x_bar = 0, f_dot = 0;
  lib::square_reverse(3, x_bar);
  f_forward(2, 1, f_dot);
  return !(x_bar == 6 && f_dot == 6);
}
