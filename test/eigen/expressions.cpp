// Expressions over vectors and matrices of Eigen: coefficients, parts, arrays, fixed sizes, lines.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "through.h"
using namespace Eigen;

namespace fixed {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Vector3d a(v[0], v[1], v[2]), b = 2 * a + Vector3d::Ones();
  Matrix3d R = Matrix3d::Identity();
  R(0, 1) = a.x() * a.y();
  R.row(2) = b.transpose();
  R.col(1) *= 0.5;
  Vector3d c = R * a.cross(b);
  c.normalize();
  Vector3d d = c.normalized() - a;
  return c.dot(a) + R.determinant() + d.z() + (R * R).sum() + R.inverse()(0, 2) +
         a.head<2>().norm();
}
} // namespace fixed

namespace arrays {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Map<const ArrayXd> x(v.data(), v.size());
  ArrayXd y = x.exp() * x.sin() + x.square() / (1 + x);
  ArrayXd z = (y * 2 - 1).max(0.1) + pow(x, 2.5) + exp(-x);
  z *= y;
  z += 1.0;
  return y.sum() + z.prod() + z.maxCoeff() + x.mean() + (x.matrix().norm()) + tanh(z).sum();
}
} // namespace arrays

namespace others {
typedef Matrix<double, Dynamic, Dynamic, RowMajor> Rows;
[[ad::differentiate(forward, reverse)]]
double g(const VectorXd &x) {
  Rows A(2, 3);
  A << x(0), x(1), x(2), 1, 2, x(0) * x(1);
  RowVectorXd r = x.transpose() * 2;
  auto t = A * x;
  const auto &first = A.row(0);
  double s = 0;
  for (double e : x)
    s += e * e;
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j)
      s += A(i, j) * (i + 2 * j);
  auto d = x - VectorXd::Ones(3);
  Matrix<double, 6, 1> six = Matrix<double, 6, 1>::Zero();
  six.head<3>() = x;
  six.tail(3) = d;
  VectorXd q;
  q = six.segment<3>(2);
  VectorXd u = x.unaryExpr([](double e) { return std::sin(e) * e; });
  VectorXd both(6);
  both << x, u;
  MatrixXd V = MatrixXd::Zero(3, 2);
  V.col(0) = x;
  V.col(1) = u;
  return s + r.dot(first) + t.sum() + q.norm() + both.squaredNorm() +
         (V.transpose() * V).determinant() + x.minCoeff() + x.lpNorm<1>() +
         VectorXd::LinSpaced(3, x(0), x(1)).dot(x) + x.array().abs().sqrt().sum() +
         (x.array() > 0.5).count();
}
} // namespace others
THROUGH(others)

namespace branches {
[[ad::differentiate(forward, reverse)]]
double g(const VectorXd &x) {
  VectorXd y = x;
  for (int i = 0; i < 5; ++i) {
    if (y.norm() > 2) {
      y /= y.norm();
      continue;
    }
    y = y + 0.3 * y.cwiseProduct(x);
    if (i == 3)
      break;
  }
  if (x(0) < 0)
    return y.sum();
  MatrixXd H = MatrixXd::Zero(3, 3);
  for (int i = 0; i < 3; ++i) {
    VectorXd e = VectorXd::Unit(3, i);
    H += (i + 1) * e * (y + x).transpose();
  }
  return y.dot(H * x);
}
} // namespace branches
THROUGH(branches)

namespace lines {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  MatrixXd X(3, 2);
  X << v[0], v[1], v[2], 1, v[0] * v[1], 2;
  RowVectorXd mu = X.colwise().mean();
  MatrixXd C = X.rowwise() - mu;
  C.colwise() += X.rowwise().norm();
  VectorXi order(3);
  order << 2, 0, 1;
  double s = 0;
  for (int i = 0; i < order.size(); ++i)
    s += C(order(i), 0) * (i + 1) * v[order[i]];
  VectorXd a = X.col(0).reverse(), b = X.col(1);
  a.swap(b);

  double top = -1e9;
  for (auto i = 0; i < a.size(); ++i)
    if (top < a(i))
      top = a(i);
  return s + C.squaredNorm() + a(1) * b(0) + top + (C.transpose() * C)(0, 1) +
         X.rowwise().sum().prod();
}
} // namespace lines

int main() {
  CHECK_CASE(fixed, {0.3, 0.7, 1.1});
  CHECK_CASE(arrays, {0.3, 0.7, 1.1});
  CHECK_CASE(others, {0.3, 0.7, 1.1});
  CHECK_CASE(branches, {0.3, 0.7, 1.1});
  CHECK_CASE(lines, {0.3, 0.7, 1.1});
  return finish();
}
