// Rows stored one behind the other, references whose indices change, data() and plain indices.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "through.h"
#include <array>
using namespace Eigen;

namespace view_index_changes {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), 9);
  double s = 0;
  int i = 1;
  auto h = x.head(i);
  i = 3;
  s += h.sum();
  auto sg = x.segment(i, 2);
  i = 5;
  s += sg.squaredNorm() * 2;
  return s;
}
} // namespace view_index_changes

namespace ref_of_vec {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::vector<Vector2d> b(3);
  for (int k = 0; k < 3; k++)
    b[k] = Vector2d(v[2 * k], v[2 * k + 1]);
  int i = 0;
  auto &r = b[i];
  i = 2;
  r(0) *= 3;
  auto &q = b[i];
  i = 1;
  q += r * v[6];
  double s = 0;
  for (auto &t : b)
    s += t.squaredNorm();
  return s + b[i](1);
}
} // namespace ref_of_vec

namespace body_vec {
struct Body {
  Vector3d pos, vel;
  double m;
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::vector<Body> bs(2);
  for (int k = 0; k < 2; k++) {
    bs[k].pos = Vector3d(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
    bs[k].vel.setZero();
    bs[k].m = v[6 + k] * v[6 + k] + 1;
  }
  for (int s = 0; s < 3; s++) {
    for (int i = 0; i < 2; i++) {
      Vector3d F = Vector3d::Zero();
      for (int j = 0; j < 2; j++)
        if (i != j) {
          Vector3d d = bs[j].pos - bs[i].pos;
          F += bs[j].m * d / std::pow(d.squaredNorm() + 0.1, 1.5);
        }
      bs[i].vel += 0.1 * F;
    }
    for (auto &b : bs)
      b.pos += 0.1 * b.vel;
  }
  int i = 0;
  auto &r = bs[i].pos;
  i = 1;
  const Vector3d &q = bs[i].pos;
  i = 0;
  return r.dot(q) * bs[i].m;
}
} // namespace body_vec

namespace body_arr {
struct Body {
  Vector3d pos;
  double m;
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::array<Body, 2> bs;
  for (int k = 0; k < 2; k++) {
    bs[k].pos = Vector3d(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
    bs[k].m = v[6 + k];
  }
  Body *p = &bs[0];
  auto &r = p->pos;
  p++;
  r(1) *= 2;
  Vector3d &q = p->pos;
  p--;
  q(2) += r(0) * r(1);
  return r.dot(q) * p->m;
}
} // namespace body_arr

namespace map_pointer_changes {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::vector<double> w(v);
  double *p = w.data();
  Map<VectorXd> a(p, 3);
  p += 3;
  Map<VectorXd> b(p, 3);
  p += 1;
  a(0) *= 2;
  b = b.cwiseProduct(a);
  return b.sum() + p[0] * a.squaredNorm();
}
} // namespace map_pointer_changes

namespace row_of_matrix {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d A = Map<const Matrix3d>(v.data());
  Vector3d x = A.row(1);
  Matrix3d B = A.row(0).transpose() * A.row(2);
  double d = A.row(1) * A.col(2);
  Vector3d y = A.row(0) * A;
  RowVector3d z = A.row(2) * B;
  return x.sum() + B.squaredNorm() + d * d + y.norm() + z.sum() + A.row(1).dot(A.row(2));
}
} // namespace row_of_matrix

namespace row_blocks {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix<double, 3, 3, RowMajor> A = Map<const Matrix3d>(v.data());
  auto R = A.row(1);
  Vector3d y = A * A.row(1).transpose();
  Vector3d z = A.block(0, 0, 2, 3).transpose() * A.block(0, 1, 2, 1);
  MatrixXd P = A.middleRows(1, 2) * A.leftCols(2);
  return R.sum() + y.squaredNorm() + z.sum() + P.prod();
}
} // namespace row_blocks

namespace flipped_prod {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d A = Map<const Matrix3d>(v.data());
  MatrixXd B = A.transpose() * A.transpose() + A * A.transpose();
  Matrix3d C = A.transpose().block(0, 1, 3, 2) * A.block(1, 0, 2, 3);
  return B.squaredNorm() + C.array().sin().sum() + A.transpose().determinant();
}
} // namespace flipped_prod

namespace flipped_solve {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d A = Map<const Matrix3d>(v.data());
  A += 3 * Matrix3d::Identity();
  Vector3d b(v[0], v[4], v[8]);
  Vector3d x = A.transpose().partialPivLu().solve(b);
  Matrix3d S = A * A.transpose();
  Vector3d y = S.transpose().llt().solve(b);
  Matrix<double, 3, 3, RowMajor> R = S;
  Vector3d z = R.llt().solve(x);
  Matrix3d L = R.llt().matrixL();
  Matrix3d I = A.transpose().inverse();
  return x.sum() + y.squaredNorm() + z.prod() + L.sum() * L(1, 0) + I(0, 1);
}
} // namespace flipped_solve

namespace data_rowmajor {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix<double, 2, 3, RowMajor> A;
  A << v[0], v[1], v[2], v[3], v[4], v[5];
  const double *p = A.data();
  double s = 0;
  for (int i = 0; i < 6; i++)
    s += p[i] * (i + 1);
  Matrix<double, 2, 3> B = A;
  const double *q = B.data();
  for (int i = 0; i < 6; i++)
    s += q[i] * q[i] * (i + 1);
  return s;
}
} // namespace data_rowmajor

namespace row_index1 {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix<double, 2, 3, RowMajor> A;
  A << v[0], v[1], v[2], v[3], v[4], v[5];
  double s = 0;
  for (int k = 0; k < 6; k++)
    s += A(k) * A(k) * (k + 1);
  MatrixXd B = A;
  for (int k = 0; k < 6; k++)
    s += B(k) * (k + 2);
  return s;
}
} // namespace row_index1

namespace row_dyn {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  typedef Matrix<double, Dynamic, Dynamic, RowMajor> M;
  M A(2, 3);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      A(i, j) = v[3 * i + j];
  M B = A.transpose() * A;
  const double *p = B.data();
  double s = 0;
  for (int k = 0; k < 9; k++)
    s += p[k] * (k + 1);
  p = A.data();
  for (int k = 0; k < 6; k++)
    s += p[k] * p[k] * (k + 1);
  Map<M> C(A.data(), 3, 2);
  C(2, 0) *= 2;
  s += A.sum() + (C * C.transpose()).sum();
  return s;
}
} // namespace row_dyn

namespace row_fn {
double g(const Matrix<double, 2, 3, RowMajor> &A) { return A.data()[1] * A.data()[3] + A(4); }
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix<double, 2, 3, RowMajor> A;
  A << v[0], v[1], v[2], v[3], v[4], v[5];
  Matrix<double, 2, 3> B = A * 2;
  return g(A) + g(B) + g(A * 3);
}
} // namespace row_fn

namespace members {
struct Model {
  Matrix2d A;
  Vector2d b;
  double eval(const Vector2d &x) const { return x.dot(A * x) + b.dot(x); }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Model m;
  m.A << v[0], v[1], v[2], v[3];
  m.b = Vector2d(v[4], v[5]);
  Model n = m;
  n.b *= 2;
  return m.eval(Vector2d(v[6], v[7])) + n.eval(n.b);
}
} // namespace members

namespace size0 {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd a(0);
  MatrixXd B = MatrixXd::Zero(0, 3);
  VectorXd y = B * Map<const VectorXd>(v.data(), 3);
  VectorXd e = Map<const VectorXd>(v.data(), 0);
  return a.sum() + B.sum() + y.sum() + e.squaredNorm() + v[0] * v[1];
}
} // namespace size0

int main() {
  CHECK_CASE(view_index_changes, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(ref_of_vec, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(body_vec, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(body_arr, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(map_pointer_changes, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(row_of_matrix, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(row_blocks, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(flipped_prod, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(flipped_solve, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(data_rowmajor, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(row_index1, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(row_dyn, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(row_fn, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(members, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(size0, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  return finish();
}
