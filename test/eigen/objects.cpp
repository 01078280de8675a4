// Objects that hold matrices of run-time size: filters, networks, solvers, optimisers.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>
#include <memory>
#include <stdexcept>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using V = std::vector<double>;

namespace kalman {
class KalmanFilter {
public:
  KalmanFilter(double dt, const MatrixXd &A, const MatrixXd &C, const MatrixXd &Q,
               const MatrixXd &R, const MatrixXd &P)
      : A(A), C(C), Q(Q), R(R), P0(P), m(C.rows()), n(A.rows()), dt(dt), initialized(false),
        I(n, n), x_hat(n), x_hat_new(n) {
    I.setIdentity();
  }
  KalmanFilter() {}
  void init() {
    x_hat.setZero();
    P = P0;
    t0 = 0;
    t = t0;
    initialized = true;
  }
  void init(double t0, const VectorXd &x0) {
    x_hat = x0;
    P = P0;
    this->t0 = t0;
    t = t0;
    initialized = true;
  }
  void update(const VectorXd &y) {
    if (!initialized)
      throw std::runtime_error("Filter is not initialized!");
    x_hat_new = A * x_hat;
    P = A * P * A.transpose() + Q;
    K = P * C.transpose() * (C * P * C.transpose() + R).inverse();
    x_hat_new += K * (y - C * x_hat_new);
    P = (I - K * C) * P;
    x_hat = x_hat_new;
    t += dt;
  }
  void update(const VectorXd &y, double dt, const MatrixXd A) {
    this->A = A;
    this->dt = dt;
    update(y);
  }
  VectorXd state() { return x_hat; }
  double time() { return t; }

private:
  MatrixXd A, C, Q, R, P, K, P0;
  int m, n;
  double t0, t;
  double dt;
  bool initialized;
  MatrixXd I;
  VectorXd x_hat, x_hat_new;
};
BOTH double f(const V &v) {
  int n = 3, m = 1;
  double dt = 1.0 / 30;
  MatrixXd A(n, n), C(m, n), Q(n, n), R(m, m), P(n, n);
  A << 1, dt, 0, 0, 1, dt, 0, 0, 1;
  C << 1, 0, 0;
  Q << v[0], .05, .0, .05, v[1], .0, .0, .0, .05;
  R << v[2];
  P << .1, .1, .1, .1, 10, 1, .1, 1, 10;
  KalmanFilter kf(dt, A, C, Q, R, P);
  VectorXd x0(n);
  x0 << 1.04, 0, -9.81;
  kf.init(0, x0);
  VectorXd y(m);
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    y << v[3] + 0.1 * i;
    kf.update(y);
    s += kf.state()(0) * kf.state()(1) + kf.state().squaredNorm();
  }
  return s;
}
} // namespace kalman

namespace point {
struct Body {
  VectorXd x, v;
  double m;
};
BOTH double f(const V &v) {
  Body b;
  b.x = VectorXd::Zero(2);
  b.v = VectorXd(2);
  b.v << v[0], v[1];
  b.m = v[2];
  for (int i = 0; i < 3; ++i) {
    b.v -= 0.1 * v[3] / b.m * b.x;
    b.x += 0.1 * b.v;
  }
  return b.x.squaredNorm() * b.m;
}
} // namespace point

namespace layer {
struct Layer {
  MatrixXd W;
  VectorXd b;
  Layer(int in, int out) : W(out, in), b(out) {
    W.setConstant(0.1);
    b.setZero();
  }
  VectorXd forward(const VectorXd &x) const { return (W * x + b).array().tanh().matrix(); }
};
BOTH double f(const V &v) {
  Layer a(4, 3), c(3, 1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      a.W(i, j) = v[(i + j) % 4] * (i + 1) * 0.2;
  a.b(1) = v[2];
  c.W(0, 1) = v[1];
  VectorXd x(4);
  for (int i = 0; i < 4; ++i)
    x[i] = v[i];
  return c.forward(a.forward(x))(0);
}
} // namespace layer

namespace gauss {
class Gaussian {
  VectorXd mu_;
  MatrixXd L_;
  double logdet_;

public:
  Gaussian(VectorXd mu, const MatrixXd &S) : mu_(std::move(mu)) {
    Eigen::LLT<MatrixXd> llt(S);
    L_ = llt.matrixL();
    logdet_ = 2 * L_.diagonal().array().log().sum();
  }
  double logpdf(const VectorXd &x) const {
    VectorXd z = L_.triangularView<Eigen::Lower>().solve(x - mu_);
    return -0.5 * (z.squaredNorm() + logdet_);
  }
  int dim() const { return mu_.size(); }
};
BOTH double f(const V &v) {
  VectorXd mu(2);
  mu << v[0], v[1];
  MatrixXd S(2, 2);
  S << 1 + v[2], 0.1 * v[3], 0.1 * v[3], 2 + v[0];
  Gaussian g(mu, S);
  VectorXd x(2);
  x << v[3], 0.3;
  return g.logpdf(x) * g.dim();
}
} // namespace gauss

namespace rls {
class RLS {
  VectorXd theta;
  MatrixXd P;
  double lambda;

public:
  explicit RLS(int n, double l = 0.98)
      : theta(VectorXd::Zero(n)), P(MatrixXd::Identity(n, n) * 100), lambda(l) {}
  void update(const VectorXd &phi, double y) {
    const VectorXd k = P * phi / (lambda + phi.dot(P * phi));
    theta += k * (y - phi.dot(theta));
    P = (P - k * phi.transpose() * P) / lambda;
  }
  const VectorXd &estimate() const { return theta; }
};
BOTH double f(const V &v) {
  RLS r(2, v[3]);
  for (int i = 0; i < 4; ++i) {
    VectorXd phi(2);
    phi << v[i % 4], 1.0;
    r.update(phi, v[(i + 1) % 4]);
  }
  return r.estimate().sum() + r.estimate()[0];
}
} // namespace rls

namespace result {
struct Result {
  VectorXd x;
  double cost;
  int iterations;
};
static Result solve(const MatrixXd &A, const VectorXd &b) {
  Result r;
  r.x = A.ldlt().solve(b);
  r.cost = (A * r.x - b).norm() + r.x.norm();
  r.iterations = 1;
  return r;
}
BOTH double f(const V &v) {
  MatrixXd A(2, 2);
  A << 2 + v[0], v[1], v[1], 3 + v[2];
  VectorXd b(2);
  b << v[3], v[0];
  const Result r = solve(A, b);
  return r.cost * r.x(1) + r.x(0);
}
} // namespace result

namespace copies {
struct S {
  VectorXd x;
  MatrixXd J;
};
BOTH double f(const V &v) {
  S s{VectorXd::Constant(2, v[0]), MatrixXd::Identity(2, 2)};
  S best = s;
  for (int i = 0; i < 3; ++i) {
    S next = s;
    next.J *= v[1];
    next.J(0, 1) += v[2];
    next.x = next.J * s.x;
    if (next.x.sum() > best.x.sum())
      best = next;
    s = std::move(next);
  }
  return best.x.dot(s.x) * v[3];
}
} // namespace copies

namespace net2 {
struct Layer {
  MatrixXd W;
  VectorXd b;
  bool relu = true;
};
class Net {
  std::vector<Layer> layers_;

public:
  void add(int in, int out, const V &v, bool relu) {
    Layer l;
    l.W = MatrixXd(out, in);
    l.b = VectorXd::Zero(out);
    l.relu = relu;
    for (int i = 0; i < out; ++i) {
      l.b(i) = v[i % 4] * 0.1;
      for (int j = 0; j < in; ++j)
        l.W(i, j) = std::sin(v[(i + 2 * j) % 4] + i);
    }
    layers_.push_back(l);
  }
  VectorXd predict(const VectorXd &x) const {
    VectorXd a = x;
    for (const auto &l : layers_) {
      a = l.W * a + l.b;
      if (l.relu)
        a = a.cwiseMax(0.0);
    }
    return a;
  }
  double loss(const VectorXd &x, double y) const {
    double p = predict(x)(0);
    return (p - y) * (p - y);
  }
  size_t size() const { return layers_.size(); }
};
BOTH double f(const V &v) {
  Net n;
  n.add(2, 3, v, true);
  n.add(3, 4, v, true);
  n.add(4, 1, v, false);
  VectorXd x(2);
  x << v[0], v[3];
  return n.loss(x, 0.5) * n.size();
}
} // namespace net2

namespace optimiser {
struct GaussNewton {
  int max_iter = 3;
  MatrixXd J;
  VectorXd r;
  template <class F> VectorXd solve(VectorXd x, F residual) {
    for (int it = 0; it < max_iter; ++it) {
      residual(x, r, J);
      VectorXd dx = (J.transpose() * J).ldlt().solve(-J.transpose() * r);
      x += dx;
    }
    return x;
  }
};
BOTH double f(const V &v) {
  GaussNewton gn;
  VectorXd x0(2);
  x0 << 1.0, 0.5;
  VectorXd x = gn.solve(x0, [&](const VectorXd &x, VectorXd &r, MatrixXd &J) {
    r.resize(3);
    J.resize(3, 2);
    for (int i = 0; i < 3; ++i) {
      r(i) = x(0) * std::exp(-x(1) * i) - v[i];
      J(i, 0) = std::exp(-x(1) * i);
      J(i, 1) = -i * x(0) * std::exp(-x(1) * i);
    }
  });
  return x(0) * x(1) + v[3];
}
} // namespace optimiser

namespace assignwhole {
struct P {
  VectorXd a;
  MatrixXd B;
};
BOTH double f(const V &v) {
  P p;
  p.a = VectorXd::Zero(3);
  p.B.setZero(3, 3);
  p.a(1) = v[0];
  p.B.diagonal() << v[1], v[2], v[3];
  P q;
  q = p;
  q.a *= 2;
  q.B = q.B * p.B;
  p.a.resize(2);
  p.a.setConstant(v[3]);
  std::swap(p, q);
  return p.a.sum() + p.B.trace() + q.a.sum() * q.B(1, 1);
}
} // namespace assignwhole

namespace inherit {
struct Base {
  VectorXd x;
  int n;
  Base(int n) : x(VectorXd::Zero(n)), n(n) {}
  double norm() const { return x.norm(); }
};
struct Derived : Base {
  MatrixXd M;
  Derived(int n, double s) : Base(n), M(n, n) {
    M.setIdentity();
    M *= s;
    x.setConstant(s);
  }
  void go() { x = M * x; }
};
BOTH double f(const V &v) {
  Derived d(3, v[0]);
  d.M(0, 2) = v[1];
  d.x(1) += v[2];
  d.go();
  d.go();
  return d.norm() * v[3];
}
} // namespace inherit

namespace uniq {
struct Model {
  MatrixXd A;
  VectorXd b;
  explicit Model(int n) : A(MatrixXd::Identity(n, n)), b(VectorXd::Zero(n)) {}
  VectorXd operator()(const VectorXd &x) const { return A * x + b; }
};
BOTH double f(const V &v) {
  auto m = std::make_unique<Model>(2);
  m->A(0, 1) = v[0];
  m->b(0) = v[1];
  VectorXd x(2);
  x << v[2], v[3];
  return (*m)((*m)(x)).sum();
}
} // namespace uniq

namespace arrays {
struct A {
  ArrayXd a;
  Eigen::Vector3d c;
  Eigen::VectorXi idx;
};
BOTH double f(const V &v) {
  A s;
  s.a = ArrayXd::LinSpaced(4, 0, 1);
  s.c << v[0], v[1], v[2];
  s.a = s.a.exp() * v[3];
  s.idx = Eigen::VectorXi::Constant(2, 1);
  return s.a.sum() * s.c.norm() + s.idx.sum();
}
} // namespace arrays

namespace constref {
struct S {
  VectorXd x;
  void grow(const VectorXd &y) {
    VectorXd z(x.size() + y.size());
    z << x, y;
    x = z;
  }
};
BOTH double f(const V &v) {
  S s;
  s.x = VectorXd::Ones(2) * v[0];
  s.grow(VectorXd::Ones(1) * v[1]);
  s.grow(s.x * v[2]);
  return s.x.squaredNorm() * v[3];
}
} // namespace constref

namespace refshape {
struct S {
  VectorXd x;
};
BOTH double f(const V &v) {
  S s;
  s.x = VectorXd::Ones(2) * v[0];
  VectorXd &r = s.x;
  double a = r.sum();
  s.x = VectorXd::Ones(3) * v[1];
  a += r.sum() * r.size();
  r = VectorXd::Ones(1) * v[2];
  return a * s.x(0) + s.x.size() * v[3];
}
} // namespace refshape

namespace rowmajor {
using RM = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
struct S {
  RM A;
  RowVectorXd r;
};
BOTH double f(const V &v) {
  S s;
  s.A = RM(2, 3);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      s.A(i, j) = v[i] * (j + 1) + v[j];
  s.r = s.A.row(1);
  s.A = s.A * s.A.transpose();
  return s.A(0, 1) * s.r(2) + s.A.data()[1] * v[3];
}
} // namespace rowmajor

namespace aliasing {
struct S {
  MatrixXd A;
  VectorXd x;
};
BOTH double f(const V &v) {
  S s{MatrixXd::Identity(2, 2) * v[0], VectorXd::Ones(2) * v[1]};
  s.A(0, 1) = v[2];
  s.A = s.A * s.A;
  s.x = s.A * s.x;
  s.A = s.A.transpose().eval();
  s.x += s.A.col(0);
  s.A.row(0).swap(s.A.row(1));
  s.A.noalias() += s.x * s.x.transpose();
  return s.A.sum() * v[3];
}
} // namespace aliasing

namespace thisptr {
class Filter {
  MatrixXd P_;
  VectorXd x_;
  const MatrixXd F_;

public:
  Filter(const MatrixXd &F)
      : P_(MatrixXd::Identity(F.rows(), F.rows())), x_(VectorXd::Zero(F.rows())), F_(F) {}
  Filter &predict() {
    x_ = F_ * x_;
    P_ = F_ * P_ * F_.transpose();
    return *this;
  }
  Filter &correct(const RowVectorXd &H, double z, double r) {
    const double s = (H * P_ * H.transpose())(0, 0) + r;
    const VectorXd K = P_ * H.transpose() / s;
    x_ += K * (z - (H * x_)(0));
    P_ -= K * H * P_;
    return *this;
  }
  const VectorXd &x() const { return x_; }
  const MatrixXd &P() const { return P_; }
};
BOTH double f(const V &v) {
  MatrixXd F(2, 2);
  F << 1, v[0], 0, 1;
  RowVectorXd H(2);
  H << 1, 0;
  Filter k(F);
  for (int i = 0; i < 3; ++i)
    k.predict().correct(H, v[i], 0.1 + v[3]);
  return k.x().sum() + k.P().trace();
}
} // namespace thisptr

namespace shared {
struct N {
  VectorXd w;
  std::shared_ptr<N> next;
};
BOTH double f(const V &v) {
  auto a = std::make_shared<N>();
  a->w = VectorXd::Ones(2) * v[0];
  auto b = std::make_shared<N>();
  b->w = a->w * v[1];
  b->next = a;
  double s = 0;
  for (auto n = b; n; n = n->next)
    s += n->w.squaredNorm();
  return s * v[3];
}
} // namespace shared

namespace moved {
struct S {
  VectorXd x;
};
BOTH double f(const V &v) {
  S s;
  s.x = VectorXd::Ones(2) * v[0];
  VectorXd y = std::move(s.x);
  s.x = y * v[1];
  S t = std::move(s);
  s.x = t.x;
  return s.x.sum() * t.x(0) + y(0) * v[2] + v[3];
}
} // namespace moved

namespace swapm {
struct S {
  VectorXd x, y;
  MatrixXd A, B;
};
BOTH double f(const V &v) {
  S s;
  s.x = VectorXd::Ones(2) * v[0];
  s.y = VectorXd::Ones(3) * v[1];
  s.A = MatrixXd::Ones(2, 3) * v[2];
  s.B = MatrixXd::Ones(3, 1) * v[3];
  s.x.swap(s.y);
  std::swap(s.A, s.B);
  return s.x.sum() * 3 + s.y.sum() + s.A.sum() * s.A.rows() + s.B.sum() * s.B.cols();
}
} // namespace swapm

namespace early {
struct Opt {
  VectorXd x;
  int it = 0;
  bool run(const VectorXd &b, double tol) {
    for (it = 0; it < 10; ++it) {
      VectorXd r = b - 2 * x;
      if (r.norm() < tol)
        return true;
      x += 0.4 * r;
    }
    return false;
  }
};
BOTH double f(const V &v) {
  Opt o;
  o.x = VectorXd::Zero(2);
  VectorXd b(2);
  b << v[0], v[1];
  o.run(b, 1e-3);
  return o.x.sum() * v[2] + v[3];
}
} // namespace early

namespace statefn {
template <class S> struct RK4 {
  S k1, k2, k3, k4;
  template <class F> S step(F f, const S &x, double h) {
    k1 = f(x);
    k2 = f(x + h / 2 * k1);
    k3 = f(x + h / 2 * k2);
    k4 = f(x + h * k3);
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
};
BOTH double f(const V &v) {
  RK4<VectorXd> rk;
  VectorXd x(2);
  x << v[0], v[1];
  auto rhs = [&](const VectorXd &y) -> VectorXd {
    VectorXd d(2);
    d << y(1), -v[2] * std::sin(y(0)) - v[3] * y(1);
    return d;
  };
  for (int i = 0; i < 4; ++i)
    x = rk.step(rhs, x, 0.1);
  return x.sum();
}
} // namespace statefn

int main() {
  CHECK_CASE_TWICE(kalman);
  CHECK_CASE_TWICE(point);
  CHECK_CASE_TWICE(layer);
  CHECK_CASE_TWICE(gauss);
  CHECK_CASE_TWICE(rls);
  CHECK_CASE_TWICE(result);
  CHECK_CASE_TWICE(copies);
  CHECK_CASE_TWICE(net2);
  CHECK_CASE_TWICE(optimiser);
  CHECK_CASE_TWICE(assignwhole);
  CHECK_CASE_TWICE(inherit);
  CHECK_CASE_TWICE(uniq);
  CHECK_CASE_TWICE(arrays);
  CHECK_CASE_TWICE(constref);
  CHECK_CASE_TWICE(refshape);
  CHECK_CASE_TWICE(rowmajor);
  CHECK_CASE_TWICE(aliasing);
  CHECK_CASE_TWICE(thisptr);
  CHECK_CASE_TWICE(shared);
  CHECK_CASE_TWICE(moved);
  CHECK_CASE_TWICE(swapm);
  CHECK_CASE_TWICE(early);
  CHECK_CASE_TWICE(statefn);
  return finish();
}
