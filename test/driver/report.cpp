// -report: what costs time or memory, at the user's line; -no-NAME: one improvement less.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-no-fuse -fplugin-arg-ad-report %s 2>&1 | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-no-fuse -fplugin-arg-ad-report -fplugin-arg-ad-no-invert %s 2>&1 | FileCheck %s --check-prefix=NOINVERT
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-no-fuse -fplugin-arg-ad-print -fplugin-arg-ad-no-recompute %s 2>&1 | FileCheck %s --check-prefix=NORECOMPUTE
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-no-fuse -fplugin-arg-ad-print %s 2>&1 | FileCheck %s --check-prefix=RECOMPUTE
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-report %s 2>&1 | FileCheck %s --check-prefix=FUSED
#include <cmath>
[[ad::differentiate(reverse)]]
double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    // CHECK: report.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: 's' is recorded, 8 bytes per iteration
    s = std::sin(s) * x;
  return s;
}
[[ad::differentiate(reverse)]]
double until(double x) {
  int n = 0;
  // CHECK: report.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the iterations of this loop are counted
  while (x < 100) {
    // CHECK: report.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the value of 'x_1' before this line is recorded on the tape, 8 bytes each time
    x *= x + n;
    // CHECK: report.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: 'n' is not recorded: this update can be undone
    // NOINVERT: report.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the value of 'n' before this line is recorded on the tape, 4 bytes each time
    ++n;
  }
  return x;
}
[[ad::differentiate(reverse)]]
double again(const double *x, int n) {
  double s = 0;
  // FUSED: report.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the iterations of this loop meet only in sums: each is reversed at once
  for (int i = 0; i < n; ++i) {
    // CHECK: report.cpp:[[@LINE+3]]:{{[0-9]+}}: remark: 'd' is computed again in the reverse sweep: cheaper than a record
    // RECOMPUTE-NOT: d_at
    // NORECOMPUTE: double *d_at = tape.array<double>(n);
    const double d = x[i] - 1;
    s += d * d;
  }
  return s;
}
