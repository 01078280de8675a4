// Matrices that are chosen, returned from several places, or of another shape each time.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
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

namespace grows {
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
} // namespace grows

namespace grows_both_ways {
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
} // namespace grows_both_ways

namespace evaluated {
BOTH double f(const V &v) {
  VectorXd a = VectorXd::Ones(2) * v[0];
  VectorXd y = (a + a).eval();
  y *= v[1];
  y(0) += v[2];
  return y.sum();
}
} // namespace evaluated

namespace evaluated_fixed {
BOTH double f(const V &v) {
  Eigen::Vector2d a(v[0], v[1]), b(v[2], v[3]);
  Eigen::Vector2d c = v[0] > 1 ? a : b;
  c *= 2;
  c(0) = v[1];
  Eigen::Vector2d d = (a + b).eval();
  d *= v[3];
  return c.sum() + d.sum();
}
} // namespace evaluated_fixed

namespace evaluated_argument {
static double g(VectorXd x) {
  x *= 2;
  return x.sum();
}
BOTH double f(const V &v) {
  VectorXd a = VectorXd::Ones(2) * v[0];
  return g((a * v[1]).eval()) + g(v[0] > 1 ? a : VectorXd(a * v[2]));
}
} // namespace evaluated_argument

namespace empty_at_first {
BOTH double f(const V &v) {
  VectorXd x(1);
  x << v[0];
  for (int i = 1; i < 4; ++i) {
    VectorXd y;
    y.resize(i + 1);
    y << x, v[i];
    x = y;
  }
  return x.squaredNorm();
}
} // namespace empty_at_first

namespace shrinks {
BOTH double f(const V &v) {
  VectorXd x(4);
  x << v[0], v[1], v[2], v[3];
  while (x.size() > 1) {
    VectorXd y = x.head(x.size() - 1) + x.tail(x.size() - 1);
    x = y;
  }
  return x(0) * x(0);
}
} // namespace shrinks

int main() {
  CHECK_CASE_TWICE(choose);
  CHECK_CASE_TWICE(returns);
  CHECK_CASE_TWICE(grows);
  CHECK_CASE_TWICE(grows_both_ways);
  CHECK_CASE_TWICE(evaluated);
  CHECK_CASE_TWICE(evaluated_fixed);
  CHECK_CASE_TWICE(evaluated_argument);
  CHECK_CASE_TWICE(empty_at_first);
  CHECK_CASE_TWICE(shrinks);
  return finish();
}
