// A place that a callee returns from inside of a loop is given back as a pointer.
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
// CHECK-LABEL: // at_forward: tangent of at
// CHECK-NEXT:  static void at_forward(Row *self, Row *self_dot, int j, double *&made, double *&made_dot) {
// CHECK-NEXT:    for (int k = 0; k < 4; ++k) {
// CHECK-NEXT:      if (self->column[k] == j) {
// CHECK-NEXT:        made_dot = &self_dot->value[k];
// CHECK-NEXT:        made = &self->value[k];
// CHECK-NEXT:        return;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    throw j;
// CHECK-NEXT:  }
// CHECK:       void scale_forward(Row &r, Row &r_dot, double x, double x_dot) {
// CHECK-NEXT:    double *at_made = nullptr;
// CHECK-NEXT:    double *at_made_dot = nullptr;
// CHECK-NEXT:    at_forward(&r, &r_dot, 2, at_made, at_made_dot);
// CHECK-NEXT:    *at_made_dot = *at_made_dot * x + *at_made * x_dot;
// CHECK-NEXT:    *at_made *= x;
// CHECK-NEXT:  }
