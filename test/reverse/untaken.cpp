// What only a branch uses has no adjoint where the branch is not taken: nothing of it is run.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

// The nearest of many: of the candidates, the last that was taken is reversed, and no other.
// CHECK:      double nearest_reverse(
// CHECK:        // reverse sweep
// CHECK-NEXT:   double least_bar = nearest_bar;
// CHECK-NEXT:   if (i_last < n) {
// CHECK-NEXT:     const double square_bar = least_bar;
// CHECK-NEXT:     least_bar = 0;
// CHECK-NEXT:     for (int j = 0; j < d; ++j) {
// CHECK-NEXT:       const double apart = x[i_last * d + j] - at[j];
// CHECK-NEXT:       const double apart_bar = 2 * apart * square_bar;
// CHECK-NEXT:       x_bar[i_last * d + j] += apart_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar[0] += least_bar;
[[ad::differentiate(reverse)]]
double nearest(const double *x, [[ad::constant]] const double *at, int n, int d) {
  double least = x[0];
  for (int i = 0; i < n; ++i) {
    double square = 0;
    for (int j = 0; j < d; ++j) {
      double apart = x[i * d + j] - at[j];
      square += apart * apart;
    }
    if (square < least)
      least = square;
  }
  return least;
}

// Both branches use it: it stays where it is.
// CHECK:      double both_reverse(double x, double &x_bar, double y, double &y_bar, double both_bar) {
// CHECK:          s_bar += y * r_bar;
// CHECK:        } else {
// CHECK-NEXT:     s_bar += r_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += std::cos(x) * s_bar;
[[ad::differentiate(reverse)]]
double both(double x, double y) {
  double s = std::sin(x);
  double r = 0;
  if (x > y)
    r = s * y;
  else
    r = s;
  return r;
}

// What adds to it in every iteration may not be left out.
// CHECK:      double running_reverse(const double *x, double *x_bar, int n, double running_bar) {
// CHECK:        // reverse sweep
// CHECK-NOT:    break
// CHECK:        return sum;
[[ad::differentiate(reverse)]]
double running(const double *x, int n) {
  double m = x[0], sum = 0;
  for (int i = 1; i < n; ++i) {
    if (x[i] > m)
      m = x[i];
    sum += m;
  }
  return sum;
}
