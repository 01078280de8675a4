// Throws in a try block that changes variables before them are jumps to their handlers.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s

// CHECK-LABEL: double doubled_reverse(
// CHECK-NEXT: double y = x;
// CHECK-NEXT: y *= x;
// CHECK-NEXT: const bool taken = y > 1;
// CHECK-NEXT: int caught = 0;
// CHECK-NEXT: if (taken)
// CHECK-NEXT: caught = 1;
// CHECK-NEXT: else
// CHECK-NEXT: y *= 2;
// CHECK-NEXT: if (caught == 1)
// CHECK-NEXT: y = 0;
// CHECK-NEXT: double y_bar = doubled_bar;
// CHECK-NEXT: if (caught == 1)
// CHECK-NEXT: y_bar = 0;
// CHECK-NEXT: if (!taken)
// CHECK-NEXT: y_bar *= 2;
[[ad::differentiate(reverse)]]
double doubled(double x) {
  double y = x;
  try {
    y = y * x;
    if (y > 1)
      throw 1;
    y = 2 * y;
  } catch (...) {
    y = 0;
  }
  return y;
}

struct Excess {
  double by;
};
// What the handler reads is a variable; loops are left.
// CHECK-LABEL: double limited_forward(
// CHECK: Excess e = {};
// CHECK-NEXT: Excess e_dot = {};
// CHECK-NEXT: for (int i = 0; i < n; ++i) {
// CHECK: if (s > 4) {
// CHECK-NEXT: e_dot = Excess{s_dot};
// CHECK-NEXT: e = Excess{s - 4};
// CHECK-NEXT: caught = 1;
// CHECK-NEXT: break;
// CHECK: if (caught == 1) {
// CHECK-NEXT: s_dot -= 2 * e.by * e_dot.by;
[[ad::differentiate(forward)]]
double limited(const double *x, int n) {
  double s = 0;
  try {
    for (int i = 0; i < n; ++i) {
      s += x[i] * x[i];
      if (s > 4)
        throw Excess{s - 4};
    }
  } catch (const Excess &e) {
    s -= e.by * e.by;
  }
  return s;
}

double root(double x) {
  if (x < 0)
    throw 1;
  return x * x;
}
// Functions that throw stand in place, with what comes after the throw in a branch.
// CHECK-LABEL: double counted_forward(
// CHECK: int caught = 0;
// CHECK-NEXT: if (x < 0) {
// CHECK-NEXT: caught = 1;
// CHECK-NEXT: } else {
// CHECK-NEXT: y_dot = 2 * x * n * x_dot;
[[ad::differentiate(forward)]]
double counted(double x) {
  double y = 1;
  int n = 0;
  try {
    ++n;
    y = root(x) * n;
  } catch (int) {
    y = x * n;
  }
  return y;
}
