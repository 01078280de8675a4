// Room for what an inner loop records is asked for once, in front of the outer loop, whose iterations
// are reversed at once. If that does not run, the inner one's bound may be anything: `n - 1` of an
// unsigned zero, a quotient by zero.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s

#include <cmath>
#include <cstddef>
#include <vector>

// CHECK-LABEL: double counted_reverse(
// CHECK: tape.array<double>(0 < n ? n - 1 : 0);
// CHECK: for (std::size_t i = 0; i < n; ++i) { // each iteration is reversed at once
[[ad::differentiate(reverse)]]
double counted(const double *x, std::size_t n) {
  double s = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double p = x[i];
    for (std::size_t j = 0; j < n - 1; ++j)
      p = std::sin(p) * x[j];
    s += p;
  }
  return s;
}

// CHECK-LABEL: double divided_reverse(
// CHECK: tape.array<double>(0 < n ? m / k : 0);
[[ad::differentiate(reverse)]]
double divided(const double *x, int n, int m, int k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = 0; j < m / k; ++j)
      p = std::sin(p) * x[j];
    s += p;
  }
  return s;
}

// What is at most zero where the loop does not run may be asked for.
// CHECK-LABEL: double sane_reverse(
// CHECK: tape.array<double>(n - 1);
[[ad::differentiate(reverse)]]
double sane(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = 0; j < n - 1; ++j)
      p = std::sin(p) * x[j];
    s += p;
  }
  return s;
}

// In a loop that carries a state, one array holds what all iterations record. The number of a
// vector's elements is a bound like any other there, where nothing in the loop changes it.
// CHECK-LABEL: double carried_reverse(
// CHECK: double **p_at = tape.array<double>(n, v.size());
// CHECK: p_at[i][j] = p;
// CHECK-NOT: tape.nest
// CHECK: return
[[ad::differentiate(reverse)]]
double carried(const std::vector<double> &v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double p = 0;
    for (std::size_t j = 0; j < v.size(); ++j)
      p = std::sin(p + v[j] * s);
    s = p;
  }
  return s;
}
