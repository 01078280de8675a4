// More functions of matrices: searches, norms, casts, triangles, in place, through templates.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs %s -o %t
// RUN: %t
#include "through.h"
#include <array>
using namespace Eigen;

namespace int_args {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  int n = 3;
  Vector3d a(1, n / 2, 2 / 3);
  Vector3d x(v[0], v[1], v[2]);
  return (a.array() * x.array()).sum() + x.dot(a * (1 / 2)) + x.dot(a * (3 / 2));
}
} // namespace int_args

namespace int_mat {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXi k(4);
  k << 1, 4, 2, 3;
  Vector3i q(3, 4, 12);
  double m = k.mean();
  int mx = k.maxCoeff(), mn = k.minCoeff(), p = k.prod();
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += v[k(i)] * v[k[i]];
  return s * m + mx * v[0] + mn * v[1] + p * v[2] + q.sum() * v[3];
}
} // namespace int_mat

namespace int_norm {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector3i q(3, 4, 5);
  int n2 = q.squaredNorm();
  int d = q.dot(q);
  int nn = q.cwiseAbs().maxCoeff();
  return v[0] * n2 + v[1] * d + v[2] * nn * v[2];
}
} // namespace int_norm

namespace castm {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector3f a(1.5f, 2.5f, 3);
  Vector3i k(1, 2, 3);
  Vector3d b = a.cast<double>();
  b = b.cwiseProduct(k.cast<double>());
  return b.sum() * v[3] + b.dot(Vector3d(v[0], v[1], v[2]));
}
} // namespace castm

namespace linspaced {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd a = VectorXd::LinSpaced(5, v[0], v[1]);
  VectorXd b = VectorXd::LinSpaced(1, v[2], v[3]);
  VectorXi c = VectorXi::Constant(3, 2);
  Vector3d u = Vector3d::Unit(1), w = Vector3d::UnitX();
  VectorXd t = VectorXd::Unit(4, 2);
  return a.squaredNorm() + b.sum() * 3 + c.sum() * v[4] + u.dot(w) + u(1) * v[5] + t(2) * v[6];
}
} // namespace linspaced

namespace linrun {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double s = 0;
  for (int n = 1; n < 4; n++) {
    VectorXd a = VectorXd::LinSpaced(n, v[0], v[1]);
    s += a.squaredNorm() * n;
  }
  return s;
}
} // namespace linrun

namespace lp {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), 9);
  return x.lpNorm<1>() + x.lpNorm<2>() * 2 + x.lpNorm<Infinity>() * 3 + x.lpNorm<3>() +
         x.stableNorm() + x.squaredNorm();
}
} // namespace lp

namespace inplace {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd a = Map<const VectorXd>(v.data(), 6);
  VectorXd b = a.reverse();
  b.reverseInPlace();
  a.head(3) = b.tail(3);
  a.tail(3) = (b.head(3) * 2).eval();
  Matrix3d A = Map<const Matrix3d>(v.data());
  A.transposeInPlace();
  Matrix3d B = A.transpose().eval();
  A.row(0).swap(A.row(2));
  A = A.transpose().eval();
  return a.dot(b) + (A * B)(0, 1) + A(0, 1) * 3 + A(2, 0) * A(0, 2);
}
} // namespace inplace

namespace bin {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), 9);
  VectorXd y = x.unaryExpr([](double t) {
    if (t < 0)
      return 2 * t * t;
    return std::sin(t);
  });
  VectorXd z = x.unaryExpr([&](const double &t) { return t * v[0]; });
  VectorXd w = x.binaryExpr(y, [](double a, double b) { return a * b + b * b; });
  return y.sum() + z.squaredNorm() + w.sum();
}
} // namespace bin

namespace maxi {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 9);
  VectorXd::Index i;
  double m = x.maxCoeff(&i);
  Map<const Matrix3d> A(v.data());
  int r, c;
  double q = (A * 2).minCoeff(&r, &c);
  return m * m * x(i) * (i + 1) + q * A(r, c) + r + c * v[0];
}
} // namespace maxi

namespace minmax {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  ArrayXd x = Map<const ArrayXd>(v.data(), 9);
  ArrayXd y = x.min(0.5) + x.max(x.square()) + x.cwiseMin(x * 2);
  return y.sum() + x.minCoeff() * 2 + (x < 0.5).select(x * x, x).sum() + (x > 0.4).count() * v[0] +
         ((x > -5).all() ? v[1] * v[1] : 0) + ((x > 1.5).any() ? v[2] * v[3] : 0);
}
} // namespace minmax

namespace tri {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d A = Map<const Matrix3d>(v.data());
  Matrix3d L = A.triangularView<Lower>();
  Vector3d x(v[0], v[1], v[2]);
  Vector3d y = A.triangularView<Upper>() * x;
  Vector3d z = A.triangularView<Lower>().transpose() * x;
  Matrix3d W = A.triangularView<UnitLower>();
  Vector3d s = A.triangularView<UnitUpper>().solve(x);
  Vector3d t = A.triangularView<Lower>().transpose().solve(x);
  Vector3d u = A.transpose().triangularView<Lower>().solve(x);
  A.triangularView<UnitLower>().solveInPlace(x);
  return L.squaredNorm() + y.sum() * 2 + z.norm() + W.squaredNorm() + s.sum() + t.prod() + u.sum() +
         x.squaredNorm();
}
} // namespace tri

namespace det_ret {
double g(const Matrix3d &A) { return A.determinant(); }
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Matrix3d A = Map<const Matrix3d>(v.data());
  return g(A);
}
} // namespace det_ret

namespace auto_sum {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector3d x(v[0], v[1], v[2]), y(v[3], v[4], v[5]);
  auto s = x + y;
  x *= 2;
  Vector3d t = s;
  y = s;
  return t.squaredNorm() + y.sum();
}
} // namespace auto_sum

namespace lambda_ref {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector2d x(v[0], v[1]);
  auto sq = [](const auto &m) { return m.squaredNorm(); };
  auto sc = [&](double c) -> Vector2d { return c * x; };
  Vector2d y = sc(v[2]);
  x(0) = v[3];
  return sq(y) + sq(sc(2) + x) + sq(x.head<1>());
}
} // namespace lambda_ref

namespace template_fn {
template <class D> double energy(const MatrixBase<D> &x) { return x.squaredNorm() + x(0); }
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector2d x(v[0], v[1]);
  return energy(x) + energy(2 * x) + energy(x + Vector2d(v[2], 1));
}
} // namespace template_fn

namespace ref_param {
double energy(const Ref<const VectorXd> &x) { return x.squaredNorm() + x(0); }
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  VectorXd x = Map<const VectorXd>(v.data(), 4);
  return energy(x) + energy(x.head(2));
}
} // namespace ref_param

namespace comma_reads {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Vector3d x(v[0], v[1], v[2]);
  x << x(1) * 2, x(0) * 3, x(2) + x(0);
  return x.squaredNorm();
}
} // namespace comma_reads

namespace mlp {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Map<const Matrix<double, 2, 3>> W(v.data());
  Map<const Vector2d> b(v.data() + 6);
  Vector3d x(0.5, -1, 2);
  Vector2d h = (W * x + b).array().tanh();
  VectorXd o = (W.transpose() * h).array().exp().matrix();
  o /= o.sum();
  return -std::log(o(1));
}
} // namespace mlp

int main() {
  CHECK_CASE(int_args, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(int_mat, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(int_norm, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(castm, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(linspaced, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(linrun, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(lp, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(inplace, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(bin, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(maxi, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(minmax, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(tri, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(det_ret, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(auto_sum, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(lambda_ref, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(template_fn, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(ref_param, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(comma_reads, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  CHECK_CASE(mlp, {0.7, -0.3, 1.2, 0.45, 0.9, 1.6, -0.8, 0.35, 1.1});
  return finish();
}
