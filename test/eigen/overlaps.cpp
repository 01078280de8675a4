// What Eigen evaluates before it assigns, what it evaluates where it is used, and what leads to the
// coefficients of somebody else.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "through.h"
using namespace Eigen;

namespace outer_product {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  MatrixXd A = Map<const MatrixXd>(v.data(), 3, 3);
  A = A.col(0) * A.row(1);
  Matrix3d B = A;
  B -= B.col(2) * B.col(2).transpose();
  B += 2 * (B.row(1).transpose() * B.row(0));
  MatrixXd C(2, 3);
  C << B.topRows(2);
  C.leftCols<2>() = C.col(2) * C.row(0).tail<2>();
  return A.sum() + A(1, 2) * A(2, 1) + B.squaredNorm() + C(0, 1) * C(1, 0);
}
} // namespace outer_product

namespace left_looking {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  MatrixXd A = Map<const MatrixXd>(v.data(), 3, 3) + 4 * MatrixXd::Identity(3, 3);
  for (int k = 0; k < 2; ++k) {
    A.col(k).tail(2 - k) /= A(k, k);
    A.bottomRightCorner(2 - k, 2 - k) -= A.col(k).tail(2 - k) * A.row(k).tail(2 - k);
  }
  return A.diagonal().prod();
}
} // namespace left_looking

namespace temporaries {
double later(const VectorXd &c, VectorXd &x) {
  x(0) = x(1) * 2;
  return c(0) * x(0);
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 3);
  MatrixXd A = x * x.transpose();
  A(0, 1) = 2;
  A = MatrixXd(A.transpose());
  VectorXd y = x;
  y = VectorXd(y.reverse());
  y.head(2) = y.tail(2).normalized();
  double s = later(VectorXd(x), x);
  s += later(x, x);
  return s + y(0) + 2 * y(1) + A(1, 0) + A(0, 1) * x(2);
}
} // namespace temporaries

namespace references_by_value {
void scale(Ref<VectorXd> x, double s) { x *= s; }
void add(double a, const Ref<const VectorXd> &x, Ref<VectorXd> y) { y += a * x; }
void fill(Map<Matrix2d> m, double a) { m.row(0).setConstant(a); }
template <class T> void negate(Block<T> b) { b = -b; }
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 4);
  scale(x.head(2), 3);
  scale(x, x(0));
  add(x(1), x.segment(0, 2), x.tail(2));
  fill(Map<Matrix2d>(x.data()), x(3));
  Matrix3d A = Matrix3d::Constant(x(1));
  negate(A.block(0, 1, 2, 2));
  Matrix<double, 2, 3, RowMajor> R = A.topRows<2>();
  negate(R.block(0, 0, 1, 2));
  return x.squaredNorm() + A(0, 0) * A(1, 1) + A(2, 2) + R(0, 0) * x(1);
}
} // namespace references_by_value

namespace constness_taken_away {
template <class A, class B> void twice(const MatrixBase<A> &x, const MatrixBase<B> &out) {
  MatrixBase<B> &to = const_cast<MatrixBase<B> &>(out);
  to = 2 * x;
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix2d A(v.data());
  Matrix<double, 2, 2, RowMajor> R = A;
  twice(A.row(0), A.row(1));
  twice(R.col(0), R.col(1));
  twice(A.row(1), R.row(0));
  double s = R(0, 1) * 3;
  twice(A, R);
  return A.squaredNorm() + R(0, 1) * R(1, 0) + R.data()[1] * s;
}
} // namespace constness_taken_away

namespace where_it_is_used {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 3), y = x;
  Ref<const VectorXd> kept = y * 2;
  const auto &later = x + y;
  const VectorXd &sum = x + y;
  Ref<VectorXd> part = x.head(2);
  y(0) = x(1) * x(2);
  part(1) *= 5;
  return kept(0) * x(1) + later(0) * x(2) + sum(0) + later.sum();
}
} // namespace where_it_is_used

namespace rows_and_columns {
VectorXd row(const MatrixXd &A) {
  RowVectorXd r = A.row(1);
  return r;
}
double ends(VectorXd v) { return v(0) * v(2); }
struct Pair {
  Vector3d a, b;
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const MatrixXd A = Map<const MatrixXd>(v.data(), 3, 3);
  VectorXd w = A.row(0) * 2, u(3), z;
  RowVectorXd q = A.col(1);
  u = A.row(2);
  z = A.row(1).array().square();
  MatrixXd B = A;
  B.col(0) = A.row(1);
  B.row(2) += A.col(1) * 2;
  Vector3d t = A.row(1);
  t = A.row(0);
  Pair p{A.row(0), A.row(2).transpose()};
  p.b += A.row(0);
  return w.sum() * u(1) + q.size() * z.rows() + z.squaredNorm() + (A * row(A)).sum() +
         ends(A.row(1)) * ends(row(A)) + B.squaredNorm() + t(1) * p.a(2) * p.b(1) + q(2);
}
} // namespace rows_and_columns

int main() {
  CHECK_CASE(rows_and_columns, {.3, .5, -.2, .7, 1.1, .4, -.6, .9, .8});
  CHECK_CASE(outer_product, {.3, .5, -.2, .7, 1.1, .4, -.6, .9, .8});
  CHECK_CASE(left_looking, {.3, .5, -.2, .7, 1.1, .4, -.6, .9, .8});
  CHECK_CASE(temporaries, {.3, .5, .9});
  CHECK_CASE(references_by_value, {.3, .2, -.5, .9});
  CHECK_CASE(constness_taken_away, {.3, .2, -.5, .9});
  CHECK_CASE(where_it_is_used, {.3, .5, .9});
  return finish();
}
