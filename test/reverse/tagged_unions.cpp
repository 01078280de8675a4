// The floating value of a union ends where another member is written.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
struct Value {
  int number;
  union {
    double d;
    int i;
  };
};

// CHECK-LABEL: double f_forward(double x, double x_dot, int n, double &f_dot) {
// CHECK-NEXT:    Value v;
// CHECK-NEXT:    v.number = 1;
// CHECK-NEXT:    ad::shadow<Value> v_dot_storage;
// CHECK-NEXT:    Value &v_dot = v_dot_storage.value();
// CHECK-NEXT:    v_dot.d = 2 * x * x_dot;
// CHECK-NEXT:    v.d = x * x;
// CHECK-NEXT:    double s = v.d * v.d;
// CHECK-NEXT:    double s_dot = 2 * v.d * v_dot.d;
// CHECK-NEXT:    v.number = 0;
// CHECK-NEXT:    v.d = 0;
// CHECK-NEXT:    v.i = n;
// CHECK-NEXT:    if (v.number == 0) {
// CHECK-NEXT:      s_dot *= v.i;
// CHECK-NEXT:      s *= v.i;
// CHECK-NEXT:    }
// CHECK-NEXT:    f_dot = s_dot;
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
// CHECK-LABEL: double f_reverse(double x, double &x_bar, int n, double f_bar) {
// CHECK-NEXT:    Value v;
// CHECK-NEXT:    v.number = 1;
// CHECK-NEXT:    v.d = x * x;
// CHECK-NEXT:    const double v_d = v.d;
// CHECK-NEXT:    double s = v_d * v_d;
// CHECK-NEXT:    v.number = 0;
// CHECK-NEXT:    v.d = 0;
// CHECK-NEXT:    v.i = n;
// CHECK-NEXT:    if (v.number == 0)
// CHECK-NEXT:      s *= v.i;
// CHECK-NEXT:    double s_bar = f_bar;
// CHECK-NEXT:    if (v.number == 0)
// CHECK-NEXT:      s_bar *= v.i;
// CHECK-NEXT:    ad::shadow<Value> v_bar_storage;
// CHECK-NEXT:    Value &v_bar = v_bar_storage.value();
// CHECK-NEXT:    v_bar.d = 2 * v_d * s_bar;
// CHECK-NEXT:    x_bar += 2 * x * v_bar.d;
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(forward, reverse)]]
double f(double x, int n) {
  Value v;
  v.number = 1;
  v.d = x * x;
  double s = v.d * v.d;
  v.number = 0;
  v.i = n;
  if (v.number == 0)
    s *= v.i;
  return s;
}
