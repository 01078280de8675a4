// A call with a large record is made as it is, and again in the reverse sweep, with both sweeps of
// the function at once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print \
// RUN:   -fplugin-arg-ad-dump=verify | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-report %s 2>&1 | FileCheck --check-prefix=REPORT %s
#include <cmath>
#include <cstdio>

// CHECK-NOT: verify:
// CHECK: static void fold_joint(double &s, double &s_bar, double x, double &x_bar, int n);

// Values that are still there need no record.
// CHECK:      double values_checkpointed(double x, double &x_bar, int n, double values_bar) {
// CHECK-NEXT:   const double s = settle(x, x, n);
// CHECK-NEXT:   const double settle_value = settle(s, 2 * x, n);
// CHECK-NEXT:   const double values_value = s * settle_value;
// CHECK-NEXT:   double s_bar = settle_value * values_bar;
// CHECK-NEXT:   const double settle_value_bar = s * values_bar;
// CHECK-NEXT:   double x_bar_1 = 0;
// CHECK-NEXT:   const double settle_value_seed = settle_value_bar;
// CHECK-NEXT:   settle_joint(s, s_bar, 2 * x, x_bar_1, n, settle_value_seed);
// CHECK-NEXT:   x_bar += 2 * x_bar_1;
// CHECK-NEXT:   const double s_seed = s_bar;
// CHECK-NEXT:   settle_joint(x, x_bar, x, x_bar, n, s_seed);
// CHECK-NEXT:   return values_value;
// CHECK-NEXT: }
static double settle(double s, double x, int n) {
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x + 0.1 * i;
  for (int i = 0; i < 3; ++i)
    if (s > 5)
      return s * s;
  return s;
}
[[ad::differentiate(checkpointed)]]
double values(double x, int n) {
  // REPORT: checkpointed_calls.cpp:[[@LINE+1]]:14: remark: 'settle' is called again in the reverse sweep, with both its sweeps, from what it reads
  double s = settle(x, x, n);
  return s * settle(s, 2 * x, n);
}

// A tree of calls: one record for each level.
// CHECK:      static void fold_joint(double &s, double &s_bar, double x, double &x_bar, int n) {
// CHECK:          ad::record_state(tape, s);
// CHECK-NEXT:     fold(s, 0.9 * x, n - 1);
// CHECK:            fold_joint(s, s_bar, x, x_bar, n - 2);
// CHECK:            ad::recorded_state s_before{{.*}}(tape, s);
// CHECK-NEXT:       s_before{{.*}}.restore();
// CHECK-NEXT:       double x_bar_1 = 0;
// CHECK-NEXT:       fold_joint(s, s_bar, 0.9 * x, x_bar_1, n - 1);
// CHECK-NEXT:       x_bar += 0.9 * x_bar_1;
// CHECK-NEXT:       s_before{{.*}}.leave();
static void fold(double &s, double x, int n) {
  if (n <= 0)
    return;
  s = std::sin(s) * x;
  fold(s, 0.9 * x, n - 1);
  fold(s, x, n - 2);
}
[[ad::differentiate(checkpointed)]]
double recursive(double x, int n) {
  double s = x;
  // REPORT: checkpointed_calls.cpp:[[@LINE+1]]:3: remark: 'fold' is called again in the reverse sweep, with both its sweeps, from a record of 's'
  fold(s, x, n);
  return s;
}

// All levels of a chain are open at the same time: called in two halves.
// CHECK:      double chained_checkpointed(
// CHECK:        chain_forward_sweep(tape, s, x, n);
// CHECK:        chain_reverse_sweep(tape, s, s_bar, x, x_bar, n);
static void chain(double &s, double x, int n) {
  if (n <= 0)
    return;
  s = std::sin(s) * x;
  chain(s, 0.9 * x, n - 1);
}
[[ad::differentiate(checkpointed)]]
double chained(double x, int n) {
  double s = x;
  chain(s, x, n);
  return s;
}

// What cannot be done again is called in two halves.
static double talks(double s, int n) {
  for (int i = 0; i < n; ++i) {
    s *= std::sin(s);
    if (s > 7)
      return s;
  }
  std::puts("done");
  return s;
}
[[ad::differentiate(checkpointed)]]
double prints(double x, int n) {
  // REPORT: checkpointed_calls.cpp:[[@LINE+1]]:10: remark: 'talks' is called in two halves, not run again: it may have effects that cannot be repeated
  return talks(x, n) * x;
}
