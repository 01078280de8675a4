// What a loop prints is printed once: the runs of the reverse sweep leave it out.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <cstdio>

// CHECK-LABEL: double prints_checkpointed(
// CHECK:         ad::checkpoints s_snapshots(n, s);
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      s_snapshots.pass(i);
// CHECK-NEXT:      s = std::sin(s) * x;
// CHECK-NEXT:      if (i % 100 == 0)
// CHECK-NEXT:        printf("%d: %g\n", i, s);
// CHECK-NEXT:    }
// CHECK:         for (int i = n; i-- > 0;) {
// CHECK-NEXT:      for (int k = s_snapshots.restore(i); k < i; ++k) {
// CHECK-NEXT:        s_snapshots.pass(k);
// CHECK-NEXT:        s = std::sin(s) * x;
// CHECK-NEXT:      }
// CHECK-NOT:     printf
// CHECK:         return prints_value;
[[ad::differentiate(checkpointed)]]
double prints(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s) * x;
    if (i % 100 == 0)
      std::printf("%d: %g\n", i, s);
  }
  return s;
}
