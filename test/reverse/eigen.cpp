// Expressions of matrices are loops over coefficients, products calls of a rule.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend | FileCheck %s
#include <Eigen/Dense>

[[ad::differentiate(reverse)]]
double quadratic(const Eigen::MatrixXd &A, const Eigen::VectorXd &x) {
  return x.dot(A * x);
}
// CHECK-LABEL: double quadratic_reverse(
// CHECK:       ad::match(A_bar, A);
// CHECK:       const Eigen::Index rows = A.rows();
// CHECK:       std::vector<double> product(rows
// CHECK:       ad::dense::product_forward_sweep(tape, rows, size, 1, A.data(), A_bar.data(), false,
// CHECK:       for (Eigen::Index k = 0; k < rows; ++k)
// CHECK-NEXT:    dot += x[k] * product[k];
// CHECK:       // reverse sweep
// CHECK:       x_bar[k] += product[k] * dot_bar;
// CHECK-NEXT:  product_bar[k] += x[k] * dot_bar;
// CHECK:       ad::dense::product_reverse_sweep(tape, rows, size, 1, A.data(), A_bar.data(), false,

[[ad::differentiate(reverse)]]
double first(const Eigen::Matrix2d &A, const Eigen::Vector2d &x) {
  const Eigen::Vector2d y = A * x;
  return y(0);
}
// CHECK-LABEL: double first_reverse(
// CHECK:       double y[2];
// CHECK:       A_bar(i) += x[0] * sum_bar;
