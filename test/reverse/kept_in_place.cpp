// What a loop of a few iterations keeps for its adjoint lies in a local array, which the optimiser
// puts in registers, where both sweeps of the loop stand in one block. Memory that it read is not
// read again.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cmath>

// CHECK:      double distances_reverse(
// CHECK-NOT:    tape
// CHECK:          double apart_at[3];
// CHECK-NEXT:     for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:       const double apart = x[3 * i + k] - y[k];
// CHECK-NEXT:       apart_at[k] = apart;
// CHECK-NEXT:       square += apart * apart;
// CHECK-NEXT:     }
// CHECK:            const double apart_bar = 2 * square_bar * apart_at[k];
[[ad::differentiate(reverse)]] double distances(const double *x, const double *y, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double square = 0.1;
    for (int k = 0; k < 3; ++k) {
      // REPORT: kept_in_place.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: 'apart' is kept in a local array, until this loop is reversed
      const double apart = x[3 * i + k] - y[k];
      square += apart * apart;
    }
    e += 1 / square;
  }
  return e;
}

// Old values of what the loop overwrites, at the top of the function. The loop counts downwards.
// CHECK:      double powers_reverse(
// CHECK-NOT:    tape
// CHECK:        double p_at[3];
// CHECK-NEXT:   for (int k = 6; k > 0; k -= 2) {
// CHECK:          p_at[(6 - k) / 2] = p;
// CHECK:        // reverse sweep
[[ad::differentiate(reverse)]] double powers(double x) {
  double p = x;
  for (int k = 6; k > 0; k -= 2)
    p *= std::sin(p * k);
  return p;
}

// Values of branches, and numbers without derivatives: elements of iterations that take another branch
// are left alone.
// CHECK:      double bounces_reverse(
// CHECK-NOT:    tape
// CHECK:        int kind_at[4];
// CHECK-NEXT:   double exp_p_at[4];
// CHECK:          if (kind > 1) {
// CHECK-NEXT:       exp_p_at[k] = std::exp(-p);
// CHECK:          if (kind_at[k] > 1)
// CHECK-NEXT:       p_bar = -exp_p_at[k] * p_bar;
[[ad::differentiate(reverse)]] double bounces(double x) {
  double p = x;
  for (int k = 0; k < 4; ++k) {
    const int kind = int(p);
    if (kind > 1)
      p = std::exp(-p);
    else
      p *= 3;
  }
  return p;
}

// Steps of a loop that records: one array would be overwritten by the next step. A long loop.
// CHECK:      double steps_reverse(
// CHECK-NOT:    double {{[a-z_]+}}_at[3];
// CHECK:        return
[[ad::differentiate(reverse)]] double steps(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      p = std::sin(p * x[k]);
  return p;
}
// CHECK:      double many_reverse(
// CHECK:        tape.array<double>(100)
// CHECK:        return
[[ad::differentiate(reverse)]] double many(double x) {
  double p = x;
  for (int k = 0; k < 100; ++k)
    p *= std::sin(p * k);
  return p;
}
