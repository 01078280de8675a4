// A function that is called at one place is part of its caller, whatever its size.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

static void weights(const double *const x, int n, double *out) {
  double sum = 0, largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < n; ++i) {
    out[i] = std::exp(x[i] - largest);
    sum += out[i];
  }
  for (int i = 0; i < n; ++i)
    out[i] /= sum;
  double square = 0;
  for (int i = 0; i < n; ++i)
    square += out[i] * out[i];
  for (int i = 0; i < n; ++i)
    out[i] *= square;
}

// CHECK-LABEL: void wrapped_reverse(
// CHECK-NOT: sweep(
[[ad::differentiate(reverse)]]
void wrapped(const double *x, int n, double *out) {
  weights(x, n, out);
}

// CHECK-LABEL: static void weights_forward_sweep(
// CHECK-LABEL: void twice_reverse(
// CHECK: weights_forward_sweep(tape, x, n, out);
// CHECK-NEXT: weights_forward_sweep(tape, out, n, out);
[[ad::differentiate(reverse)]]
void twice(const double *x, int n, double *out) {
  weights(x, n, out);
  weights(out, n, out);
}
