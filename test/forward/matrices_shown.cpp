// Matrices that are printed or given to functions that are not looked into: maps of what they are
// in companions.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
#include <Eigen/Dense>
#include <iostream>
using Eigen::MatrixXd;
using Eigen::VectorXd;

[[ad::constant]] void note(const VectorXd &x);

[[ad::differentiate(forward)]]
double watched(const MatrixXd &A, double t) {
  VectorXd x = A.col(0) * t;
  note(x);
  std::cout << x.transpose() << '\n' << A;
  return x.sum();
}

// CHECK: double watched_forward(
// CHECK: note(Eigen::Map<const Eigen::VectorXd>(x.data(), rows));
// CHECK-NEXT: std::cout << Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>>(x.data(), 1,
// CHECK-NEXT: rows)
// CHECK-NEXT: << '\n'
// CHECK-NEXT: << Eigen::Map<const Eigen::MatrixXd>(A.data(), rows, cols);
