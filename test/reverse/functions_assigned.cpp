// A std::function that is assigned: a number says which function it holds, and what lambdas
// captured by copy lies beside it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <functional>

// CHECK:      double chosen_reverse(double x, double &x_bar, bool steep, double chosen_bar) {
// CHECK-NEXT:   int law_which = -1;
// CHECK-NEXT:   double k_kept = 0;
// CHECK-NEXT:   if (steep) {
// CHECK-NEXT:     const double k = 2 * x;
// CHECK-NEXT:     k_kept = k;
// CHECK-NEXT:     law_which = 0;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     law_which = 1;
// CHECK-NEXT:   }
// CHECK-NEXT:   const int which = law_which;
// CHECK-NEXT:   double called;
// CHECK-NEXT:   if (which == 0)
// CHECK-NEXT:     called = k_kept * x * x;
// CHECK-NEXT:   else
// CHECK-NEXT:     called = 3 * x;
// CHECK-NEXT:   const double called_bar = chosen_bar;
// CHECK-NEXT:   if (which == 0) {
// CHECK-NEXT:     const double k_kept_bar = x * x * called_bar;
// CHECK-NEXT:     x_bar += 2 * k_kept * x * called_bar;
// CHECK-NEXT:     if (steep) {
// CHECK-NEXT:       const double k_bar = k_kept_bar;
// CHECK-NEXT:       x_bar += 2 * k_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     x_bar += 3 * called_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return called;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double chosen(double x, bool steep) {
  std::function<double(double)> law;
  if (steep) {
    const double k = 2 * x;
    law = [k](double t) { return k * t * t; };
  } else {
    law = [](double t) { return 3 * t; };
  }
  return law(x);
}
