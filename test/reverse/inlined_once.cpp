// A function that is called at one place is part of its caller, whatever its size and however it
// returns.
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
  for (int i = 1; i < n; ++i) // too long to be written out at two places
    out[i] -= 0.1 * out[i - 1];
  for (int i = 1; i < n; ++i)
    out[i - 1] += 0.1 * out[i];
  for (int i = 0; i < n; ++i)
    out[i] *= 1 + out[i];
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

static double found(const double *x, int n, double limit) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    if (sum > limit) {
      sum *= x[i];
      return sum;
    }
  }
  return -sum;
}

// What follows the loop is left out where it was left by a return.
// CHECK-LABEL: double left_reverse(
// CHECK-NOT:     sweep(
// CHECK:           if (sum > limit) {
// CHECK-NEXT:        tape.push(sum);
// CHECK-NEXT:        sum *= x[i];
// CHECK-NEXT:        found_value = sum;
// CHECK-NEXT:        left = true;
// CHECK-NEXT:        stopped = true;
// CHECK-NEXT:        break;
// CHECK:         const bool taken = !left;
// CHECK-NEXT:    if (taken)
// CHECK-NEXT:      found_value = -sum;
[[ad::differentiate(reverse)]]
double left(const double *x, int n, [[ad::constant]] double limit) {
  return found(x, n, limit);
}

static double bent(double x) {
  if (x > 0)
    return x * x;
  return 0.1 * x;
}

// Small ones, wherever they are called.
// CHECK-LABEL: double twice_reverse(
// CHECK-NOT:     sweep(
// CHECK:         const double sum = bent_value + bent_value_1;
[[ad::differentiate(reverse)]]
double twice(double x, double y) {
  const double sum = bent(x) + bent(y);
  return sum * sum;
}
