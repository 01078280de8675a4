// Functions of matrices that say what others say, too: finished lists, diagonals beside the main
// one, strict triangles, shapes read anew, copies side by side, homogeneous coordinates; callees
// that return a matrix from several places.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs %s -o %t
// RUN: %t
#include "through.h"
using namespace Eigen;

namespace finished_lists {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d D = (Matrix3d() << 1, v[0], v[1], 0, v[2], v[0] * v[1], 0, 0, 1).finished();
  const Vector2d w = (Vector2d() << v[1], D.row(1).tail<1>()).finished();
  return D.determinant() * (D * D).sum() + w.dot((Vector2d() << 2, v[2]).finished());
}
} // namespace finished_lists

namespace diagonals {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  MatrixXd A = Map<const MatrixXd>(v.data(), 3, 3);
  A.diagonal(1) *= 2;
  A.diagonal<-1>() += A.diagonal(1).reverse();
  A.diagonal(-2).setConstant(v[0]);
  return A.squaredNorm() + A.diagonal(1).prod() + A.diagonal<2>().sum() * A(2, 0);
}
} // namespace diagonals

namespace strict_triangles {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const MatrixXd A = Map<const MatrixXd>(v.data(), 3, 3) + 2 * MatrixXd::Identity(3, 3);
  MatrixXd L = A.triangularView<StrictlyLower>(), U = A.triangularView<StrictlyUpper>();
  const VectorXd x = A.triangularView<UnitLower>() * A.col(1);
  return (L * U).sum() + U.squaredNorm() + x.prod() +
         (A.transpose().triangularView<StrictlyLower>() * x).sum();
}
} // namespace strict_triangles

namespace shapes {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd p = Map<const VectorXd>(v.data(), 6);
  MatrixXd W = p.reshaped(2, 3), T = W.transpose();
  W.reshaped() *= 2;
  T.topRows(2).reshaped()(1) += p(0);
  VectorXd t = T.transpose().reshaped();
  const MatrixXd R = W.replicate(2, 1);
  return (W * T).determinant() + t.dot(p) + R.squaredNorm() + p.replicate<1, 2>().sum() * T(1, 0) +
         W.reshaped(3, 2)(2, 0);
}
} // namespace shapes

namespace homogeneous_coordinates {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const Vector3d p(v[0], v[1], v[2]);
  Matrix4d T = Matrix4d::Identity();
  T.topLeftCorner<3, 3>() = p * p.transpose();
  T(3, 1) = v[1];
  const Vector4d h = T * p.homogeneous();
  const Vector3d q = h.hnormalized();
  const Vector2d r = (T.topLeftCorner<3, 3>() * p + Vector3d::UnitZ()).hnormalized();
  return q.prod() + r.squaredNorm();
}
} // namespace homogeneous_coordinates

namespace from_several_places {
template <class T> Matrix<T, 3, 3> skew(const Matrix<T, 3, 1> &w) {
  Matrix<T, 3, 3> m;
  m << T(0), -w(2), w(1), w(2), T(0), -w(0), -w(1), w(0), T(0);
  return m;
}
template <class T> Matrix<T, 3, 3> rotation(const Matrix<T, 3, 1> &w) {
  const T angle = w.norm();
  if (angle < T(0.5))
    return Matrix<T, 3, 3>::Identity() + skew<T>(w);
  const Matrix<T, 3, 3> K = skew<T>(w / angle);
  return Matrix<T, 3, 3>::Identity() + sin(angle) * K + (T(1) - cos(angle)) * K * K;
}
Matrix<double, 2, 2, RowMajor> either(const Matrix2d &A, bool turn) {
  if (turn)
    return A.transpose();
  else
    return A * A;
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const Vector3d w(v[0], v[1], v[2]);
  const Matrix3d R = rotation<double>(w), S = rotation<double>(w / 9);
  const Matrix2d A = R.topLeftCorner<2, 2>();
  double s = (R * S).trace() + (R.row(0) * S.col(1)).value();
  for (int i = 0; i < 2; ++i)
    s += either(A, i == 0)(0, 1) * (i + 1);
  return s;
}
} // namespace from_several_places

namespace functions {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const MatrixXd A = Map<const MatrixXd>(v.data(), 2, 2) + 2 * MatrixXd::Identity(2, 2);
  if (!A.allFinite() || A.hasNaN() || A.array().isInf().any())
    return 0;
  const PartialPivLU<MatrixXd> lu(A);
  const LLT<MatrixXd> llt(A * A.transpose());
  const ArrayXd a = A.col(0).array();
  return lu.inverse()(0, 1) * a.logistic().sum() + llt.solve(MatrixXd::Identity(2, 2)).trace() +
         A.colPivHouseholderQr().logAbsDeterminant() + A.householderQr().absDeterminant() * a(0) +
         (a.sign() * a).prod() + a.isFinite().count() * v[1];
}
} // namespace functions

namespace filled_vectors {
struct Particle {
  Vector3d x, v;
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::vector<Vector3d> force(3, Vector3d::Zero()), at(2, Vector3d(v[0], v[1], v[2]));
  force.assign(2, at[0] * 2);
  force.resize(3, at[1]);
  double e = 0;
  for (int step = 0; step < 2; ++step) {
    std::vector<Vector3d> f(at.size(), Vector3d::Zero());
    for (size_t i = 0; i < at.size(); ++i) {
      f[i] -= at[i] * at[i].norm();
      at[i] += 0.1 * (f[i] + force[i]);
    }
    e += f[0].squaredNorm();
  }
  return e + at[1].sum() + force[2].prod();
}
} // namespace filled_vectors

int main() {
  CHECK_CASE(finished_lists, {.3, .5, .9});
  CHECK_CASE(diagonals, {.3, .5, -.2, .7, 1.1, .4, -.6, .9, .8});
  CHECK_CASE(strict_triangles, {.3, .5, -.2, .7, 1.1, .4, -.6, .9, .8});
  CHECK_CASE(shapes, {.3, .5, -.2, .7, 1.1, .4});
  CHECK_CASE(homogeneous_coordinates, {.3, .5, .9});
  CHECK_CASE(from_several_places, {.3, .5, .9});
  CHECK_CASE(functions, {.3, .5, -.2, .7});
  CHECK_CASE(filled_vectors, {.3, .5, .9});
  return finish();
}
