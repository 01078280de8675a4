// Nobody knows how often a while loop runs: its snapshots are set online. A break is where the last
// iteration ends.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double root_checkpointed(double a, double &a_bar, double root_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double x = a;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   ad::checkpoints x_snapshots(ad::unknown_steps, x);
// CHECK-NEXT:   while (true) {
// CHECK-NEXT:     x_snapshots.pass(trips);
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     const double next = (x + a / x) / 2;
// CHECK-NEXT:     if (std::abs(next - x) < 1e-14)
// CHECK-NEXT:       break;
// CHECK-NEXT:     x = next;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double root_value = x;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double x_bar = root_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     for (unsigned long k = x_snapshots.restore(trips - 1); k < trips - 1; ++k) {
// CHECK-NEXT:       x_snapshots.pass(k);
// CHECK-NEXT:       const double next_1 = (x + a / x) / 2;
// CHECK-NEXT:       if (std::abs(next_1 - x) < 1e-14)
// CHECK-NEXT:         break;
// CHECK-NEXT:       x = next_1;
// CHECK-NEXT:     }
// CHECK-NEXT:     double x_1 = x;
// CHECK-NEXT:     double x_before = 0;
// CHECK-NEXT:     const double next = (x_1 + a / x_1) / 2;
// CHECK-NEXT:     const bool taken = std::abs(next - x_1) < 1e-14;
// CHECK-NEXT:     if (!taken) {
// CHECK-NEXT:       x_before = x_1;
// CHECK-NEXT:       x_1 = next;
// CHECK-NEXT:     }
// CHECK-NEXT:     x = x_1;
// CHECK-NEXT:     if (!taken) {
// CHECK-NEXT:       const double next_bar = x_bar;
// CHECK-NEXT:       x_1 = x_before;
// CHECK-NEXT:       const double t_bar = next_bar / 2;
// CHECK-NEXT:       x_bar = t_bar - a / x_1 * (t_bar / x_1);
// CHECK-NEXT:       a_bar += t_bar / x_1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   a_bar += x_bar;
// CHECK-NEXT:   return root_value;
// CHECK-NEXT: }

[[ad::differentiate(forward, checkpointed)]]
double root(double a) {
  double x = a;
  while (true) {
    double next = (x + a / x) / 2;
    if (std::abs(next - x) < 1e-14)
      break;
    x = next;
  }
  return x;
}

int main() {
  check(
      {2.5}, 1, [](In x, Out y) { y[0] = root(x[0]); },
      [](In x, In d, Out y, Out y_dot) { y[0] = root_forward(x[0], d[0], y_dot[0]); },
      [](In x, Out bar, Out y, In y_bar) { y[0] = root_checkpointed(x[0], bar[0], y_bar[0]); });
  return finish();
}
