// Loops of which no iteration meets another one in memory are marked for the vectoriser, where it would
// have to ask several times whether that is so.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-disjoint \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -O3 -Wall -Werror -emit-llvm -S -o - %s | FileCheck %s --check-prefix=IR
// RUN: %clang_ad_plugin -O1 -Wall -Werror -emit-llvm -S -o /dev/null %s
#include <vector>

// OFF-NOT: pragma clang loop

// The optimiser does not compare a single end.
// CHECK-LABEL: {{^}}double products_reverse(
// CHECK:       #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      c[i] = a[i] * b[i];
// CHECK-NEXT:      d[i] = a[i] + c[i] * b[i];
// CHECK:         // reverse sweep
// IR-LABEL: @_Z16products_reverse
// IR-NOT: memcheck
// IR-LABEL: @_Z1
[[ad::differentiate(reverse)]]
double products(const double *__restrict a, const double *__restrict b, int n) {
  std::vector<double> c(n), d(n);
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * b[i];
    d[i] = a[i] + c[i] * b[i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += c[i] * d[i];
  return s;
}

// Neighbours meet; so may arrays of which nothing is known, and elements that subscripts choose.
// CHECK-LABEL: {{^}}double neighbours_reverse(
// CHECK-NOT:   assume_safety
// CHECK:         // reverse sweep
[[ad::differentiate(reverse)]]
double neighbours(const std::vector<double> &x, const std::vector<int> &at) {
  const int n = int(x.size());
  std::vector<double> c(n), d(n), e(n);
  for (int i = 1; i < n; ++i) {
    c[i] = c[i - 1] * x[i];
    d[i] = c[i] * x[i];
    e[i] = d[i] + x[i];
  }
  for (int i = 0; i < n; ++i) {
    c[at[i]] = d[i] * e[i];
    e[i] = d[i] * x[i];
  }
  for (int i = 0; i + 1 < n; ++i) {
    c[i] = d[i] * e[i];
    d[i] = d[i + 1] * x[i];
    e[i] = x[i] > 0 ? c[i] * x[i] : 0;
  }
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += c[i] * d[i];
    e[i] = c[i] + d[i];
  }
  return s * e[0];
}

// CHECK-LABEL: static void unknown_reverse_overlapping(
// CHECK-NOT:   assume_safety
// CHECK-LABEL: {{^}}void unknown_reverse(
[[ad::differentiate(reverse)]]
void unknown(const double *a, const double *b, double *c, double *d, int n) {
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * b[i];
    d[i] = a[i] + b[i];
  }
}

// Two pointers by which nothing is written may be one array, whatever __restrict says, and so may their
// adjoints.
// CHECK-LABEL: {{^}}double only_read_reverse(
// CHECK-SAME:  double *__restrict u, double *u_bar, double *__restrict c, double *c_bar
// CHECK:         // reverse sweep
// CHECK-NOT:   assume_safety
// CHECK-LABEL: {{^}}double one_is_written_reverse(
// CHECK-SAME:  double *__restrict u, double *u_bar, double *__restrict c,
// CHECK:         // reverse sweep
// CHECK:       #pragma clang loop vectorize(assume_safety)
[[ad::differentiate(reverse)]]
double only_read(double *__restrict u, double *__restrict c, int n) {
  double v[400] = {}, w[400] = {}, s = 0;
  for (int i = 0; i < n; ++i) {
    v[i] = u[i] * c[i];
    w[i] = c[i] * u[i] * u[i];
  }
  for (int i = 0; i < n; ++i)
    s += v[i] * w[i];
  return s;
}
[[ad::differentiate(reverse)]]
double one_is_written(double *__restrict u, double *__restrict c, int n) {
  double v[400] = {}, w[400] = {}, s = 0;
  for (int i = 0; i < n; ++i) {
    v[i] = u[i] * c[i];
    w[i] = c[i] * u[i] * u[i];
    c[i] = 0;
  }
  for (int i = 0; i < n; ++i)
    s += v[i] * w[i];
  return s;
}
