// What is checkpointed, and why a loop is recorded as in reverse mode.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-report %s 2>&1 | FileCheck %s
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

[[ad::differentiate(checkpointed)]]
double plain(double x, int n) {
  double s = x, r = 1;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 's', 'r'
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    r *= s;
  }
  // CHECK-NOT: remark: this loop
  for (int i = 0; i < 10; ++i) // short
    s *= s;
  return s * r;
}

[[ad::differentiate(checkpointed)]]
double prints(double x, int n) {
  double s = x;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 's'
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    std::puts("step"); // in the first run alone
  }
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: warning: 'prints_checkpointed' records this loop, in memory that grows with its iterations: it may have effects that cannot be repeated
  for (int i = 0; i < n; ++i)
    s = std::sin(s) + std::rand() % 2;
  return s;
}

[[ad::differentiate(checkpointed)]]
double pointers(double *trace, double *swapped, double x, int n) {
  double s = x;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 's', and what it writes behind pointers, logged as it is first written
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    if (trace)
      trace[0] = s;
  }
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 's', and what it writes behind pointers, logged as it is first written
  for (int i = 0; i < n; ++i) {
    s = std::sin(s) * *swapped;
    *swapped++ = s;
  }
  return s;
}

// What cannot be logged: in a branch, in calls.
static void relax(double *a, int m) {
  for (int k = 1; k < m; ++k)
    if (a[k] > 0)
      a[k] = std::sin(a[k]) * a[0];
    else if (a[k] < -3)
      return;
}
[[ad::differentiate(checkpointed)]]
double not_logged(double *trace, double x, int n) {
  double s = x;
  if (n > 5)
    // CHECK: checkpointed_report.cpp:[[@LINE+1]]:5: warning: 'not_logged_checkpointed' records this loop, in memory that grows with its iterations: it is not known how much memory there is behind a pointer, as not every iteration writes to it; {{.*}}ad::extent(n)
    for (int i = 0; i < n; ++i) {
      s = std::sin(s);
      if (s > 0)
        trace[0] = s;
    }
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: warning: 'not_logged_checkpointed' records this loop, in memory that grows with its iterations: it is not known which elements behind a pointer it writes to
  for (int i = 0; i < n; ++i) {
    relax(trace, n);
    relax(trace, n - 1);
  }
  return s;
}

[[ad::differentiate(checkpointed)]]
double branch(double x, int n) {
  double s = x;
  if (n > 5)
    // CHECK: checkpointed_report.cpp:[[@LINE+2]]:5: remark: this loop is checkpointed: its iterations are run again from snapshots of 's'
    // CHECK: checkpointed_report.cpp:[[@LINE+1]]:5: remark: this loop is inside of a branch or loop: it is run again from a record of 's'
    for (int i = 0; i < n; ++i)
      s = std::sin(s);
  return s;
}

[[ad::differentiate(checkpointed)]]
double returns(double x, int n) {
  double s = x;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 's', 'result', 'left'
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    if (s < 0.1)
      return 2 * s;
  }
  return s;
}

// A snapshot of the matrix for each of its rows would take longer than the record.
[[ad::differentiate(checkpointed)]]
double eliminated(const double *x, int n) {
  std::vector<double> a(x, x + n * n);
  // CHECK-NOT: this loop is checkpointed
  // CHECK: checkpointed_report.cpp:[[@LINE+6]]:5: remark: this loop is checkpointed: its iterations are run again from snapshots of 'a'
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'a'
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    for (int s = 0; s < n; ++s) // many sweeps over the same elements
      for (int i = 1; i < n; ++i)
        a[i] = a[i - 1] * a[i];
  }
  return a[n * n - 1];
}

// What the test of a loop does is a part of its iterations, also in a branch.
[[ad::differentiate(checkpointed)]]
double counting_down(double x, int n) {
  double s = x;
  if (n > 1) {
    // CHECK: checkpointed_report.cpp:[[@LINE+1]]:5: remark: this loop is checkpointed: its iterations are run again from snapshots of
    while (n-- > 0)
      s = std::sin(s) * x;
  }
  int k = 1000;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of
  do {
    s = std::sin(s) * x;
  } while (--k > 0);
  double r;
  // CHECK: checkpointed_report.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of
  while ((r = std::cos(s)) > 0.5)
    s = s * r;
  return s;
}
