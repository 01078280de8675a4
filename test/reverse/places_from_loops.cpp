// A place that a callee returns from inside of a loop: small callees are written out, others give it
// back as a pointer.
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

// CHECK-LABEL: void scale_forward(Row &r, Row &r_dot, double x, double x_dot) {
// CHECK-NEXT:    double *at_at;
// CHECK-NEXT:    double *at_at_dot;
// CHECK-NEXT:    bool left = false;
// CHECK-NEXT:    for (int k = 0; k < 4; ++k) {
// CHECK-NEXT:      if (r.column[k] == 2) {
// CHECK-NEXT:        at_at_dot = &r_dot.value[k];
// CHECK-NEXT:        at_at = &r.value[k];
// CHECK-NEXT:        left = true;
// CHECK-NEXT:        break;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    if (!left)
// CHECK-NEXT:      throw 2;
// CHECK-NEXT:    *at_at_dot = *at_at_dot * x + *at_at * x_dot;
// CHECK-NEXT:    *at_at *= x;
// CHECK-NEXT:  }
// CHECK-LABEL: static void at_forward(Table *self, Table *self_dot, int j, double *&made, double *&made_dot) {
// CHECK-NEXT:    if (j < 0)
// CHECK-NEXT:      throw(-1);
// CHECK-NEXT:    if (j > 1000)
// CHECK-NEXT:      throw 1000;
// CHECK-NEXT:    int first = 0;
// CHECK-NEXT:    if (self->column[first] == -1)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -2)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -3)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -4)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -5)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -6)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -7)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -8)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -9)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -10)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -11)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -12)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -13)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -14)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (self->column[first] == -15)
// CHECK-NEXT:      ++first;
// CHECK-NEXT:    if (first == 4)
// CHECK-NEXT:      throw first;
// CHECK-NEXT:    for (int k = first; k < 4; ++k) {
// CHECK-NEXT:      if (self->column[k] == j) {
// CHECK-NEXT:        made_dot = &self_dot->value[k];
// CHECK-NEXT:        made = &self->value[k];
// CHECK-NEXT:        return;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    throw j;
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
void scale(Row &r, double x) {
  r.at(2) *= x;
}

struct Table {
  int column[4];
  double value[4];
  double &at(int j) {
    if (j < 0)
      throw -1;
    if (j > 1000)
      throw 1000;
    int first = 0;
    if (column[first] == -1)
      ++first;
    if (column[first] == -2)
      ++first;
    if (column[first] == -3)
      ++first;
    if (column[first] == -4)
      ++first;
    if (column[first] == -5)
      ++first;
    if (column[first] == -6)
      ++first;
    if (column[first] == -7)
      ++first;
    if (column[first] == -8)
      ++first;
    if (column[first] == -9)
      ++first;
    if (column[first] == -10)
      ++first;
    if (column[first] == -11)
      ++first;
    if (column[first] == -12)
      ++first;
    if (column[first] == -13)
      ++first;
    if (column[first] == -14)
      ++first;
    if (column[first] == -15)
      ++first;
    if (first == 4)
      throw first;
    for (int k = first; k < 4; ++k)
      if (column[k] == j)
        return value[k];
    throw j;
  }
};

// CHECK-LABEL: void scale_twice_forward(Table &t, Table &t_dot, double x, double x_dot) {
// CHECK-NEXT:    double *at_made = nullptr;
// CHECK-NEXT:    double *at_made_dot = nullptr;
// CHECK-NEXT:    at_forward(&t, &t_dot, 2, at_made, at_made_dot);
// CHECK-NEXT:    *at_made_dot = *at_made_dot * x + *at_made * x_dot;
// CHECK-NEXT:    *at_made *= x;
// CHECK-NEXT:    double *at_made_1 = nullptr;
// CHECK-NEXT:    double *at_made_1_dot = nullptr;
// CHECK-NEXT:    at_forward(&t, &t_dot, 3, at_made_1, at_made_1_dot);
// CHECK-NEXT:    *at_made_1_dot = *at_made_1_dot * x + *at_made_1 * x_dot;
// CHECK-NEXT:    *at_made_1 *= x;
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
void scale_twice(Table &t, double x) {
  t.at(2) *= x;
  t.at(3) *= x;
}
