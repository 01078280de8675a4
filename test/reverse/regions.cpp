// ad::checkpoint: the forward sweep records the state ahead of the region alone, the reverse sweep
// runs it again, with its records. Without the plugin it is a call.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print \
// RUN:   -fplugin-arg-ad-dump=verify | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-report %s 2>&1 | FileCheck --check-prefix=REPORT %s
// RUN: %clangxx -std=c++17 -O1 -DPLAIN -I%runtime -S -o - %s | FileCheck --check-prefix=PLAIN %s
#include "ad/region.h"
#include <cmath>

#ifdef PLAIN
#define REVERSE
#else
#define REVERSE [[ad::differentiate(reverse)]]
#endif

// CHECK-NOT: verify:

// Listing 5.2's example: nothing to record, for the state is still there.
// CHECK:      double nested_reverse(double x, double &x_bar, double nested_bar) {
// CHECK-NOT:    tape
// CHECK:      }
REVERSE
double nested(double x) {
  const double y = 2;
  // REPORT: regions.cpp:[[@LINE+1]]:20: remark: this region is run again in the reverse sweep, from what it reads
  const double z = ad::checkpoint([&] { return x + y; });
  const double a = ad::checkpoint([&] {
    // REPORT: regions.cpp:[[@LINE+1]]:22: remark: this region is run again in the reverse sweep, from what it reads
    const double w = ad::checkpoint([&] { return x * z; });
    return w + y;
  });
  return a + x;
}

// A scalar is recorded like any other; `late` is not read in the region.
// CHECK:      double settle_reverse(double x, double &x_bar, int n, double settle_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = x;
// CHECK-NEXT:   tape.push(s);
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     s = std::sin(s) * x;
// CHECK-NEXT:   const double late = s * s;
// CHECK-NEXT:   const double settle_value = s * late;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = late * settle_bar;
// CHECK-NEXT:   const double late_bar = s * settle_bar;
// CHECK-NEXT:   s = tape.pop<double>();
// CHECK-NEXT:   double *sin_s_at = tape.array<double>(n);
// CHECK-NEXT:   double *s_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     sin_s_at[i] = std::sin(s);
// CHECK-NEXT:     s_at[i] = s;
// CHECK-NEXT:     s = sin_s_at[i] * x;
// CHECK-NEXT:   }
// CHECK-NEXT:   s_bar += 2 * s * late_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     x_bar += sin_s_at[i] * s_bar;
// CHECK-NEXT:     s_bar = std::cos(s_at[i]) * x * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += s_bar;
// CHECK-NEXT:   return settle_value;
// CHECK-NEXT: }
REVERSE
double settle(double x, int n) {
  double s = x, late;
  // REPORT: regions.cpp:[[@LINE+1]]:3: remark: this region is run again in the reverse sweep, from a record of 's'
  ad::checkpoint([&] {
    for (int i = 0; i < n; ++i)
      s = std::sin(s) * x;
    late = s * s;
  });
  return s * late;
}

// Each step has a record of the memory that it overwrites; the reverse sweep leaves that as it was.
// CHECK:      void decay_reverse(double *u, double *u_bar, int n, double c, double &c_bar, int steps) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     ad::record_state(tape, ad::range(u, n));
// CHECK-NEXT:     for (int k = 0; k < n; ++k)
// CHECK-NEXT:       u[k] *= 1 - c * u[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double c_bar_sum = 0;
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     ad::recorded_state u_before(tape, ad::range(u, n));
// CHECK-NEXT:     u_before.restore();
// CHECK-NEXT:     double *u_k_at = tape.array<double>(n);
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK-NEXT:       u_k_at[k] = u[k];
// CHECK-NEXT:       u[k] *= 1 - c * u[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
// CHECK:          }
// CHECK-NEXT:     tape.release(u_k_at);
// CHECK-NEXT:     u_before.leave();
// CHECK-NEXT:   }
// CHECK-NEXT:   c_bar += c_bar_sum;
// CHECK-NEXT: }
REVERSE
void decay(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t)
    ad::checkpoint([&] {
      for (int k = 0; k < n; ++k)
        u[k] *= 1 - c * u[k];
    });
}

// PLAIN-LABEL: nested
// PLAIN-NOT: call
// PLAIN: ret
