// Matrices in functions, results, classes and lambdas.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "through.h"
using namespace Eigen;

namespace callees {
static VectorXd softmax(const VectorXd &x) {
  ArrayXd e = (x.array() - x.maxCoeff()).exp();
  return e / e.sum();
}
static MatrixXd outer(const VectorXd &a, const VectorXd &b) { return a * b.transpose(); }
static void scale(MatrixXd &A, double s) { A *= s; }
template <class D> double total(const MatrixBase<D> &m) { return m.cwiseAbs2().sum(); }
static double logpdf(const VectorXd &x, const VectorXd &mu, const MatrixXd &S) {
  const VectorXd d = x - mu;
  const LLT<MatrixXd> llt(S);
  const double logdet = 2 * llt.matrixLLT().diagonal().array().log().sum();
  return -0.5 * (d.dot(llt.solve(d)) + logdet + x.size() * std::log(2 * M_PI));
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Map<const VectorXd> x(v.data(), v.size());
  VectorXd p = softmax(x);
  MatrixXd A = outer(p, x) + MatrixXd(x.asDiagonal()) + 2 * MatrixXd::Identity(3, 3);
  scale(A, x(0));
  return total(A) + p(1) + total(A * p) + logpdf(x, p, A * A.transpose());
}
} // namespace callees

namespace results {
[[ad::differentiate(forward, reverse)]]
MatrixXd m(const VectorXd &x, double s) {
  MatrixXd A = x * x.transpose();
  A(0, 1) *= s;
  return A + A.transpose();
}
[[ad::differentiate(forward, reverse)]]
Vector3d w(const Vector3d &a, const Matrix3d &R) {
  return R * a + a;
}
[[ad::differentiate(forward, reverse)]]
VectorXd z(VectorXd x) {
  x *= 2;
  x(0) = x(1) * x(2);
  return x.cwiseProduct(x);
}
[[ad::differentiate(forward, reverse)]]
void into(const VectorXd &x, VectorXd &y) {
  y = 2 * x;
  y(1) *= x(0);
}
[[ad::differentiate(forward, reverse)]]
double g(const VectorXd &x) {
  Matrix3d R = m(x, x(1));
  VectorXd y(3);
  into(x, y);
  return w(x, R).sum() + z(y).dot(x) + m(y, 2).norm();
}
} // namespace results
THROUGH(results)

namespace structs {
struct Layer {
  MatrixXd W;
  VectorXd b;
  double gain;
};
static VectorXd apply(const Layer &l, const VectorXd &x) {
  return (l.W * x + l.b).array().tanh() * l.gain;
}
[[ad::differentiate(forward, reverse)]]
double h(const std::vector<Layer> &net, const VectorXd &x) {
  VectorXd a = x;
  for (const Layer &l : net)
    a = apply(l, a);
  return a.squaredNorm();
}
[[ad::differentiate(forward, reverse)]]
double k(const Layer &l, const VectorXd &x) {
  return apply(l, x).sum() + l.W(0, 1) * l.b.sum();
}
std::vector<Layer> net(const std::vector<double> &v) {
  std::vector<Layer> n(2);
  for (int i = 0; i < 2; ++i) {
    n[i].W = MatrixXd(2, 2);
    n[i].W << v[0], v[1], v[2], i;
    n[i].b = VectorXd::Constant(2, v[1] * (i + 1));
    n[i].gain = v[2];
  }
  return n;
}
double f(const std::vector<double> &v) {
  return h(net(v), VectorXd::Map(v.data(), 2)) + k(net(v)[1], VectorXd::Map(v.data(), 2));
}
double f_forward(const std::vector<double> &v, const std::vector<double> &d, double &fd) {
  std::vector<Layer> n = net(v), nd = net(d);
  nd[0].W(1, 1) = nd[1].W(1, 1) = 0;
  double a, b;
  double r = h_forward(n, nd, VectorXd::Map(v.data(), 2), VectorXd::Map(d.data(), 2), a) +
             k_forward(n[1], nd[1], VectorXd::Map(v.data(), 2), VectorXd::Map(d.data(), 2), b);
  fd = a + b;
  return r;
}
double f_reverse(const std::vector<double> &v, std::vector<double> &vb, double w) {
  std::vector<Layer> n = net(v), nb(2);
  VectorXd x = VectorXd::Map(v.data(), 2), xb(2);
  xb.setZero();
  for (auto &l : nb)
    l.gain = 0;
  double r = h_reverse(n, nb, x, xb, w);
  r += k_reverse(n[1], nb[1], x, xb, w);
  vb[0] += xb[0];
  vb[1] += xb[1];
  for (int i = 0; i < 2; ++i) {
    vb[0] += nb[i].W(0, 0);
    vb[1] += nb[i].W(0, 1);
    vb[2] += nb[i].W(1, 0);
    vb[1] += (i + 1) * nb[i].b.sum();
    vb[2] += nb[i].gain;
  }
  return r;
}
} // namespace structs

namespace lambdas {
template <class F> static double integrate(F rhs, Vector2d y, double dt, int n) {
  for (int i = 0; i < n; ++i) {
    Vector2d k1 = rhs(y), k2 = rhs(y + 0.5 * dt * k1), k3 = rhs(y + 0.5 * dt * k2),
             k4 = rhs(y + dt * k3);
    y += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y.squaredNorm() + y(0);
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Matrix2d A;
  A << 0, v[0], -v[1], -v[2];
  auto rhs = [&](const Vector2d &y) -> Vector2d { return A * y; };
  auto sq = [A](const Vector2d &y) { return (A * y).eval(); };
  return integrate(rhs, Vector2d(1, v[0]), 0.1, 5) + integrate(sq, Vector2d(v[1], 0), 0.1, 3);
}
} // namespace lambdas

namespace classes {
template <class T> struct Quad {
  Matrix<T, 2, 2> H;
  Matrix<T, 2, 1> g;
  T c;
  T operator()(const Matrix<T, 2, 1> &x) const { return T(0.5) * x.dot(H * x) + g.dot(x) + c; }
  Matrix<T, 2, 1> gradient(const Matrix<T, 2, 1> &x) const { return H * x + g; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Quad<double> q;
  q.H << 2, v[0], v[0], 3;
  q.g = Vector2d(v[1], v[2]);
  q.c = v[0] * v[1];
  Quad<double> p = q;
  p.g *= v[2];
  Vector2d x(0.3, v[1]);
  for (int i = 0; i < 3; ++i)
    x -= 0.1 * p.gradient(x);
  return q(x) + p(x) + p.gradient(x).norm();
}
} // namespace classes

namespace kalman2 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  const std::vector<double> z = {0.1, 0.3, 0.2, 0.6, 0.5};
  Matrix2d F, Q;
  RowVector2d H;
  F << 1, 0.1, 0, 1;
  Q = v[0] * Matrix2d::Identity();
  H << 1, v[2];
  Vector2d x = Vector2d::Zero();
  Matrix2d P = Matrix2d::Identity();
  double s = 0;
  for (double zi : z) {
    x = F * x;
    P = F * P * F.transpose() + Q;
    const double innov = zi - (H * x)(0);
    const double S = (H * P * H.transpose())(0, 0) + v[1];
    const Vector2d K = P * H.transpose() / S;
    x += K * innov;
    P = (Matrix2d::Identity() - K * H) * P;
    s += 0.5 * (std::log(S) + innov * innov / S);
  }
  return s;
}
} // namespace kalman2

namespace mvn {
[[ad::differentiate(forward, reverse)]]
double nll(const MatrixXd &X, const VectorXd &mu, const MatrixXd &Lraw) {
  const Index d = mu.size();
  MatrixXd L = MatrixXd::Zero(d, d);
  for (Index i = 0; i < d; ++i) {
    L(i, i) = std::exp(Lraw(i, i));
    for (Index j = 0; j < i; ++j)
      L(i, j) = Lraw(i, j);
  }
  double s = 0;
  for (Index n = 0; n < X.cols(); ++n) {
    const VectorXd r = L.triangularView<Lower>().solve(X.col(n) - mu);
    s += 0.5 * r.squaredNorm() + L.diagonal().array().log().sum();
  }
  return s;
}
MatrixXd X() {
  MatrixXd x(2, 3);
  x << 1, 2, 0.3, 0.2, -1, 0.7;
  return x;
}
MatrixXd Lr(const std::vector<double> &v) {
  MatrixXd L(2, 2);
  L << v[0], 7, v[1], v[2];
  return L;
}
double f(const std::vector<double> &v) { return nll(X(), VectorXd::Map(v.data() + 1, 2), Lr(v)); }
double f_forward(const std::vector<double> &v, const std::vector<double> &d, double &fd) {
  return nll_forward(X(), MatrixXd::Zero(2, 3), VectorXd::Map(v.data() + 1, 2),
                     VectorXd::Map(d.data() + 1, 2), Lr(v), Lr(d), fd);
}
double f_reverse(const std::vector<double> &v, std::vector<double> &vb, double w) {
  MatrixXd Xb, Lb;
  VectorXd mb;
  double r = nll_reverse(X(), Xb, VectorXd::Map(v.data() + 1, 2), mb, Lr(v), Lb, w);
  vb[1] += mb[0];
  vb[2] += mb[1];
  vb[0] += Lb(0, 0);
  vb[1] += Lb(1, 0);
  vb[2] += Lb(1, 1);
  return r;
}
} // namespace mvn

namespace bodies {
struct Body {
  Vector3d pos, vel;
  double m;
};
static Vector3d force(const Body &a, const Body &b) {
  Vector3d d = b.pos - a.pos;
  double r = d.norm() + 0.1;
  return a.m * b.m * d / (r * r * r);
}
static Body moved(Body b, const Vector3d &f, double dt) {
  b.vel += dt * f / b.m;
  b.pos += dt * b.vel;
  return b;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<Body> bs(2);
  bs[0] = Body{Vector3d(v[0], v[1], v[2]), Vector3d::Zero(), 1.5};
  bs[1].pos = Vector3d(v[2], v[0], 1);
  bs[1].vel = 0.1 * bs[0].pos;
  bs[1].m = 2 * v[1];
  for (int t = 0; t < 4; ++t) {
    Vector3d g = force(bs[0], bs[1]);
    Body c = moved(bs[0], g, 0.1);
    bs[1] = moved(bs[1], -g, 0.1);
    bs[0] = c;
  }
  std::vector<Vector3d> trace;
  for (const Body &b : bs)
    trace.push_back(b.pos + b.vel);
  trace.push_back(bs[0].pos);
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d &p : trace)
    sum += p.cwiseProduct(p);
  Vector3d arr[2] = {bs[0].pos, Vector3d(v[0], 2, 3)};
  arr[1] = arr[0].cross(arr[1]);
  arr[0] *= 2;
  return sum.sum() + arr[1].dot(arr[0]) + trace[1].x() * trace[2](1);
}
} // namespace bodies

int main() {
  CHECK_CASE(bodies, {0.3, 0.7, 1.1});
  CHECK_CASE(callees, {0.3, 0.7, 1.1});
  CHECK_CASE(results, {0.3, 0.7, 1.1});
  CHECK_CASE(structs, {0.3, 0.7, 1.1});
  CHECK_CASE(lambdas, {0.3, 0.7, 1.1});
  CHECK_CASE(classes, {0.3, 0.7, 1.1});
  CHECK_CASE(kalman2, {0.3, 0.7, 1.1});
  CHECK_CASE(mvn, {0.3, 0.7, 1.1});
  return finish();
}
