// A callback that is not given leaves nothing behind.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <functional>

static double root(double a, const std::function<void(int, double)> &seen = nullptr) {
  double x = 1;
  for (int i = 0; i < 5; ++i) {
    x = 0.5 * (x + a / x);
    if (seen && i > 0)
      seen(i, x);
  }
  return x;
}

// CHECK-LABEL: double quiet_forward(double a, double a_dot, double &quiet_dot) {
// CHECK-NEXT:    double x = 1;
// CHECK-NEXT:    double x_dot = 0;
// CHECK-NEXT:    for (int i = 0; i < 5; ++i) {
// CHECK-NEXT:      const double t = a / x;
// CHECK-NEXT:      x_dot = 0.5 * (x_dot + (a_dot - t * x_dot) / x);
// CHECK-NEXT:      x = 0.5 * (x + t);
// CHECK-NEXT:    }
// CHECK-NEXT:    quiet_dot = x_dot;
// CHECK-NEXT:    return x;
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
double quiet(double a) {
  return root(a);
}

// CHECK-LABEL: double noted_forward(double a, double a_dot, double &noted_dot) {
// CHECK-NEXT:    double sum = 0;
// CHECK-NEXT:    double sum_dot = 0;
// CHECK-NEXT:    double x = 1;
// CHECK-NEXT:    double x_dot = 0;
// CHECK-NEXT:    for (int i = 0; i < 5; ++i) {
// CHECK-NEXT:      const double t = a / x;
// CHECK-NEXT:      x_dot = 0.5 * (x_dot + (a_dot - t * x_dot) / x);
// CHECK-NEXT:      x = 0.5 * (x + t);
// CHECK-NEXT:      if (i > 0) {
// CHECK-NEXT:        sum_dot += x_dot;
// CHECK-NEXT:        sum += x;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    noted_dot = x_dot * sum + x * sum_dot;
// CHECK-NEXT:    return x * sum;
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
double noted(double a) {
  double sum = 0;
  return root(a, [&](int, double x) { sum += x; }) * sum;
}
