// A place that a callee returns from inside of a loop is a pointer; the loop is left at once.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
struct Row {
  int column[4];
  double value[4];
  double &at(int j) {
    for (int k = 0; k < 4; ++k)
      if (column[k] == j)
        return value[k];
    throw j;
  }
};

[[ad::differentiate(forward)]]
void scale(Row &r, double x) {
  r.at(2) *= x;
}
// CHECK-LABEL: void scale_forward(
// CHECK:       double *at_at;
// CHECK-NEXT:  double *at_at_dot;
// CHECK-NEXT:  bool left = false;
// CHECK-NEXT:  for (int k = 0; k < 4; ++k) {
// CHECK-NEXT:    if (r.column[k] == 2) {
// CHECK-NEXT:      at_at_dot = &r_dot.value[k];
// CHECK-NEXT:      at_at = &r.value[k];
// CHECK-NEXT:      left = true;
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  if (!left)
// CHECK-NEXT:    throw 2;
// CHECK-NEXT:  *at_at_dot = *at_at_dot * x + *at_at * x_dot;
// CHECK-NEXT:  *at_at *= x;
