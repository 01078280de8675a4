// A call that the adjoint needs is not made where its result has a name already, or gets one in the
// declarations that follow.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

// CHECK:      double turned_reverse(
// CHECK:          const double sin_x_k = std::sin(x[k]);
// CHECK-NEXT:     const double c = std::cos(x[k]);
// CHECK-NEXT:     const double s = sin_x_k;
// CHECK-NOT:      std::
// CHECK:          x_bar[k] += c * s_bar - sin_x_k * c_bar;
[[ad::differentiate(reverse)]] double turned(const double *x, int n, double p, double q) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const double c = std::cos(x[k]), s = std::sin(x[k]);
    sum += (p * c - q * s) * (p * c - q * s);
  }
  return sum;
}

// By name, in a block inside, and by the statement itself.
// CHECK:      double inside_reverse(
// CHECK:        const double e = std::exp(x);
// CHECK-NEXT:   double y = e;
// CHECK-NEXT:   if (x > 0)
// CHECK-NEXT:     y += e * x;
// CHECK-NOT:    std::
// CHECK:        return y;
[[ad::differentiate(reverse)]] double inside(double x) {
  const double e = std::exp(x);
  double y = e;
  if (x > 0)
    y += std::exp(x) * x;
  return y;
}

// The argument has changed: another call.
// CHECK:      double changed_reverse(
// CHECK:        x_1 *= 2;
// CHECK-NEXT:   const double s = std::sin(x_1);
// CHECK:        std::cos(x_1) * s_bar) - std::sin(x) * c_bar;
[[ad::differentiate(reverse)]] double changed(double x) {
  const double c = std::cos(x);
  x *= 2;
  const double s = std::sin(x);
  return c * s;
}

// An absolute value clears a bit of what is there: it is taken again.
// CHECK-LABEL: double drag_reverse(
// CHECK: v_1_at[i] = v_1;
// CHECK-NOT: fabs
// CHECK: v_1 -= h * v_1 * std::fabs(v_1);
// CHECK: // reverse sweep
// CHECK: std::fabs(v_1)
[[ad::differentiate(reverse)]] double drag(double v, double h, int n) {
  for (int i = 0; i < n; ++i)
    v -= h * v * std::fabs(v);
  return v;
}

// A plain statement that follows may make the call as well: it is made ahead of both.
// CHECK-LABEL: double tip_reverse(
// CHECK:         angle += q[i];
// CHECK-NEXT:    sin_angle_at[i] = std::sin(angle);
// CHECK-NEXT:    cos_angle_at[i] = std::cos(angle);
// CHECK-NEXT:    x += cos_angle_at[i];
// CHECK-NEXT:    y += sin_angle_at[i];
// CHECK:       // reverse sweep
// CHECK:         angle_bar += cos_angle_at[i] * y_bar - sin_angle_at[i] * x_bar;
// CHECK-NEXT:    q_bar[i] += angle_bar;
[[ad::differentiate(reverse)]] double tip(const double *q, int n) {
  double angle = 0, x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    angle += q[i];
    x += std::cos(angle);
    y += std::sin(angle);
  }
  return x * y;
}

// Not where its argument changes in between.
// CHECK-LABEL: double turned_between_reverse(
// CHECK:         x += std::cos(angle);
// CHECK-NEXT:    angle_at[i] = angle;
// CHECK-NEXT:    angle += q[i];
// CHECK-NEXT:    y += std::sin(angle);
[[ad::differentiate(reverse)]] double turned_between(const double *q, int n) {
  double angle = 0, x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    x += std::cos(angle);
    angle += q[i];
    y += std::sin(angle);
  }
  return x * y;
}
