// An outer product is evaluated ahead of the assignment where both may overlap, and only there.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <Eigen/Dense>
using namespace Eigen;

[[ad::differentiate(forward)]]
double apart(const Matrix3d &A, const Vector3d &x) {
  Matrix3d B = A;
  B -= x * x.transpose();
  return B(0, 1);
}
// CHECK-LABEL: double apart_forward(
// CHECK-NOT:   values
// CHECK:       B[i + 3 * j] -= x[i] * x[j];

[[ad::differentiate(forward)]]
double overlapping(const Matrix3d &A) {
  Matrix3d B = A;
  B -= B.col(0) * B.row(1);
  return B(0, 1);
}
// CHECK-LABEL: double overlapping_forward(
// CHECK:       double values[9]
// CHECK:       values[i + 3 * j] = B[i] * B[1 + 3 * j];
// CHECK:       B[k] -= values[k];

// What is passed by value as Eigen::Ref leads to the caller's coefficients.
static void scale(Ref<VectorXd> x, double s) { x *= s; }
[[ad::differentiate(forward)]]
double part_scaled(const VectorXd &x) {
  VectorXd y = x;
  scale(y.head(2), 3);
  return y(0);
}
// CHECK-LABEL: double part_scaled_forward(
// CHECK:       y_dot[k] *= 3;
// CHECK-NEXT:  y[k] *= 3;
