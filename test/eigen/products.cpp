// Products, decompositions and solves, by rules for whole matrices.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>
using namespace Eigen;

namespace products {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), v.size());
  MatrixXd A(3, 3);
  A << 1, x(0), 2, x(1), 3, 1, 0.5, x(2), 4;
  VectorXd y = A * x;
  MatrixXd B = A * A.transpose() + 2.0 * MatrixXd::Identity(3, 3);
  y += B * y;
  double q = x.transpose() * B * x;
  return y.dot(x) + q + B.trace() + (A.transpose() * y).squaredNorm();
}
} // namespace products

namespace solves {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), v.size());
  MatrixXd A = x * x.transpose() + 3 * MatrixXd::Identity(3, 3);
  LLT<MatrixXd> llt(A);
  VectorXd z = llt.solve(x);
  MatrixXd L = llt.matrixL();
  double logdet = 2 * L.diagonal().array().log().sum();
  VectorXd w = L.triangularView<Lower>().solve(x);
  VectorXd u = A.partialPivLu().solve(x);
  VectorXd t = A.ldlt().solve(x);
  MatrixXd Ai = A.inverse();
  return z.dot(x) + logdet + w.sum() + u.norm() + t(0) + Ai(1, 2) + A.determinant() +
         (L * x).sum() + (L.transpose() * z)(1) + A.llt().matrixL().solve(x).sum();
}
} // namespace solves

namespace loops {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), v.size());
  MatrixXd P = MatrixXd::Identity(3, 3);
  VectorXd s = VectorXd::Zero(3);
  for (int t = 0; t < 3; ++t) {
    MatrixXd F = MatrixXd::Constant(3, 3, 0.1 * t);
    F.diagonal() = x;
    s = F * s + x;
    P = F * P * F.transpose() + 0.1 * MatrixXd::Identity(3, 3);
    VectorXd K = P.llt().solve(s);
    s -= 0.5 * K;
    P.block(0, 0, 2, 2) += K.head(2) * K.head(2).transpose();
    if (t == 1)
      s.segment(1, 2) *= x(0);
  }
  return s.squaredNorm() + P.sum();
}
} // namespace loops

namespace aliased {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 3);
  MatrixXd A = x * x.transpose();
  A += A.transpose().eval();
  A = A * A;
  x = A * x;
  x = x + A.col(0) * x(1);
  VectorXd &r = x;
  r *= 0.01;
  A.row(1) = x.transpose();
  A.col(2) += A.col(1);
  A *= A;
  return x.sum() + A.norm() * 1e-3;
}
} // namespace aliased

int main() {
  CHECK_CASE(products, {0.3, 0.7, 1.1});
  CHECK_CASE(solves, {0.3, 0.7, 1.1});
  CHECK_CASE(loops, {0.3, 0.7, 1.1});
  CHECK_CASE(aliased, {0.3, 0.7, 1.1});
  return finish();
}
