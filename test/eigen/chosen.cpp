// Matrices that are chosen, returned from several places, or of another shape each time.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs %s -o %t
// RUN: %t
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -fsanitize=address,undefined -isystem %eigen \
// RUN:   -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::MatrixXd;
using Eigen::VectorXd;
using V = std::vector<double>;

namespace choose {
BOTH double f(const V &v) {
  VectorXd a(2), b(3);
  a << v[0], v[1];
  b << v[2], v[3], v[0] * v[1];
  VectorXd c = v[0] > 1 ? a : b;
  double s = c.squaredNorm();
  MatrixXd A = MatrixXd::Identity(2, 2) * v[2];
  A = A.trace() > 1 ? MatrixXd(A * A) : A;
  return s + A.sum();
}
} // namespace choose

namespace returns {
static VectorXd clampv(const VectorXd &x, double hi) {
  if (x.norm() > hi)
    return x * (hi / x.norm());
  return x;
}
static MatrixXd inv_or_id(const MatrixXd &A) {
  if (A.determinant() == 0)
    return MatrixXd::Identity(A.rows(), A.cols());
  else
    return A.inverse();
}
BOTH double f(const V &v) {
  VectorXd x(2);
  x << v[0], v[1];
  MatrixXd A(2, 2);
  A << 2 + v[2], v[3], 0.5, 3;
  VectorXd y = clampv(inv_or_id(A) * x, 0.4);
  return y.sum() + clampv(x, 10)(0);
}
} // namespace returns

namespace loopgrow {
BOTH double f(const V &v) {
  VectorXd x(1);
  x << v[0];
  for (int i = 1; i < 4; ++i) {
    VectorXd y(i + 1);
    y << x, v[i];
    x = y * 0.9;
  }
  return x.squaredNorm();
}
} // namespace loopgrow

namespace loopgrow2 {
BOTH double f(const V &v) {
  MatrixXd A = MatrixXd::Ones(1, 1) * v[0];
  for (int i = 0; i < 3; ++i) {
    MatrixXd B(A.rows() + 1, A.cols() + 1);
    B.setZero();
    B.topLeftCorner(A.rows(), A.cols()) = A;
    B(A.rows(), A.cols()) = v[i];
    A = B;
  }
  return A.determinant() + A.trace();
}
} // namespace loopgrow2

int main() {
  CHECK_CASE_TWICE(choose);
  CHECK_CASE_TWICE(returns);
  CHECK_CASE_TWICE(loopgrow);
  CHECK_CASE_TWICE(loopgrow2);
  return finish();
}
