// std::bind: a call of the function that was bound, with copies of what it was given.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <functional>

double line(double a, double b, double c) { return a * b + c; }

// CHECK-LABEL: double bound_reverse(
// CHECK:        const double x_1 = x;
// CHECK-NEXT:   double k_1 = k;
// CHECK-NEXT:   const double bound = k_1;
// CHECK-NEXT:   k_1 *= 2;
// CHECK-NEXT:   const double x_1_bar = (bound + 1) * k_1 * bound_bar;
// CHECK-NEXT:   const double bound_bar_1 = x_1 * k_1 * bound_bar;
// CHECK-NEXT:   const double k_1_bar = 2 * ((x_1 * bound + x_1) * bound_bar) + bound_bar_1;
// CHECK-NEXT:   k_bar += k_1_bar;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return (x_1 * bound + x_1) * k_1;
[[ad::differentiate(reverse)]]
double bound(double x, double k) {
  using namespace std::placeholders;
  auto g = std::bind(line, _1, k, _1);
  k *= 2;
  return g(x) * k;
}

struct Law {
  double k;
  double at(double t) const { return k * t; }
};

// CHECK-LABEL: double method_reverse(
// CHECK:        const double x_1 = x;
// CHECK-NEXT:   const double given = 2 * x_1;
// CHECK-NEXT:   const double given_bar = x_1 * law.k * law.k * method_bar;
// CHECK-NEXT:   law_bar.k += 2 * x_1 * given * law.k * method_bar;
// CHECK-NEXT:   const double x_1_bar = given * law.k * law.k * method_bar + 2 * given_bar;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return law.k * x_1 * (law.k * given);
[[ad::differentiate(reverse)]]
double method(const Law &law, double x) {
  auto g = std::bind(&Law::at, std::cref(law), std::placeholders::_1);
  return g(x) * g(2 * x);
}
