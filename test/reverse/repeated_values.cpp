// What a statement computes several times, as inlined functions leave it, has one name and one
// adjoint.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-parts | FileCheck %s --check-prefix=OFF
#include <cmath>

struct Pair {
  double re, im;
};
static Pair times(const Pair &a, const Pair &b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// CHECK-LABEL: double product_reverse(
// CHECK:         const double part = b.re * c.re - b.im * c.im;
// CHECK-NEXT:    const double part_1 = b.re * c.im + b.im * c.re;
// CHECK:         = a.re * part - a.im * part_1;
// CHECK:         part_1_bar =
// CHECK:         part_bar =
// OFF-LABEL:   double product_reverse(
// OFF-NOT:       part
// OFF:           a.re * (b.re * c.re - b.im * c.im) - a.im * (b.re * c.im + b.im * c.re)
[[ad::differentiate(reverse)]]
double product(const Pair &a, const Pair &b, const Pair &c) {
  const Pair all = times(a, times(b, c));
  return all.re * all.im;
}

// What is cheap to say twice, and what only one of the branches of a choice computes, stays.
// CHECK-LABEL: double cheap_reverse(
// CHECK-NOT:     part
// CHECK:         return
[[ad::differentiate(reverse)]]
double cheap(double x, double y) {
  return (x - y) * (x - y) + (x > 0 ? y / (x * y * x + x) : y);
}
