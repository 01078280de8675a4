// Models that people write with Eigen: filters, cells, Gaussian processes, trainers, mechanics.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using V = std::vector<double>;

namespace gp {
class GP {
  MatrixXd X;
  VectorXd alpha;
  Eigen::LLT<MatrixXd> llt;
  double ls, noise;

public:
  GP(double ls, double noise) : ls(ls), noise(noise) {}
  double k(const VectorXd &a, const VectorXd &b) const {
    return std::exp(-(a - b).squaredNorm() / (2 * ls * ls));
  }
  void fit(const MatrixXd &X_, const VectorXd &y) {
    X = X_;
    int n = X.cols();
    MatrixXd K(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        K(i, j) = k(X.col(i), X.col(j)) + (i == j ? noise : 0);
    llt.compute(K);
    alpha = llt.solve(y);
  }
  double predict(const VectorXd &x) const {
    double s = 0;
    for (int i = 0; i < X.cols(); ++i)
      s += alpha(i) * k(X.col(i), x);
    return s;
  }
};
BOTH double f(const V &v) {
  GP g(v[0], 0.1 + v[1]);
  MatrixXd X(1, 3);
  X << 0.1, 0.5, 1.2;
  VectorXd y(3);
  y << v[2], v[3], v[0];
  g.fit(X, y);
  VectorXd x(1);
  x << 0.7;
  return g.predict(x);
}
} // namespace gp

namespace logreg {
struct Dataset {
  MatrixXd X;
  VectorXd y;
};
static double nll(const Dataset &d, const VectorXd &w, double lambda) {
  VectorXd z = d.X * w;
  double s = 0;
  for (Index i = 0; i < z.size(); ++i)
    s += std::log1p(std::exp(-d.y(i) * z(i)));
  return s + 0.5 * lambda * w.squaredNorm();
}
BOTH double f(const V &v) {
  Dataset d;
  d.X.resize(3, 2);
  d.X << 1, 2, 3, -1, 0.5, 0.2;
  d.y.resize(3);
  d.y << 1, -1, 1;
  VectorXd w(2);
  w << v[0], v[1];
  return nll(d, w, v[2]) * v[3];
}
} // namespace logreg

namespace pca {
struct Stats {
  VectorXd mean;
  MatrixXd cov;
  long n = 0;
  void add(const VectorXd &x) {
    if (n == 0) {
      mean = VectorXd::Zero(x.size());
      cov = MatrixXd::Zero(x.size(), x.size());
    }
    ++n;
    VectorXd d = x - mean;
    mean += d / n;
    cov += d * (x - mean).transpose();
  }
  MatrixXd covariance() const { return cov / (n - 1); }
};
BOTH double f(const V &v) {
  Stats s;
  for (int i = 0; i < 4; ++i) {
    VectorXd x(2);
    x << v[i], v[(i + 1) % 4] * v[i];
    s.add(x);
  }
  MatrixXd C = s.covariance();
  return C.determinant() + C(0, 1) + s.mean.sum();
}
} // namespace pca

namespace rigid {
struct Link {
  double l;
  Eigen::Matrix2d R() const { return Eigen::Matrix2d::Identity() * l; }
};
struct Arm {
  std::vector<Link> links;
  VectorXd q;
  MatrixXd J;
  Eigen::Vector2d end() const {
    Eigen::Vector2d p(0, 0);
    double a = 0;
    for (size_t i = 0; i < links.size(); ++i) {
      a += q(i);
      p += links[i].l * Eigen::Vector2d(std::cos(a), std::sin(a));
    }
    return p;
  }
  void jac() {
    J = MatrixXd::Zero(2, q.size());
    for (int k = 0; k < q.size(); ++k) {
      double a = 0;
      for (int i = 0; i < q.size(); ++i) {
        a += q(i);
        if (i >= k) {
          J(0, k) -= links[i].l * std::sin(a);
          J(1, k) += links[i].l * std::cos(a);
        }
      }
    }
  }
  void ik(const Eigen::Vector2d &t) {
    for (int it = 0; it < 3; ++it) {
      jac();
      MatrixXd A = J * J.transpose() + 0.1 * MatrixXd::Identity(2, 2);
      q += J.transpose() * A.ldlt().solve(VectorXd(t - end()));
    }
  }
};
BOTH double f(const V &v) {
  Arm a;
  for (int i = 0; i < 3; ++i)
    a.links.push_back({v[i]});
  a.q = VectorXd::Constant(3, 0.3);
  a.ik(Eigen::Vector2d(1.0, v[3]));
  return a.q.sum() + a.end()(0);
}
} // namespace rigid

namespace ekf {
struct State {
  VectorXd mu;
  MatrixXd Sigma;
};
template <class Motion, class Jac>
State predict(const State &s, Motion g, Jac G, const MatrixXd &R) {
  State r;
  r.mu = g(s.mu);
  MatrixXd Gm = G(s.mu);
  r.Sigma = Gm * s.Sigma * Gm.transpose() + R;
  return r;
}
static State update(State s, double z, const RowVectorXd &H, double q) {
  double S = (H * s.Sigma * H.transpose()).value() + q;
  VectorXd K = s.Sigma * H.transpose() / S;
  s.mu += K * (z - H.dot(s.mu));
  s.Sigma = (MatrixXd::Identity(s.mu.size(), s.mu.size()) - K * H) * s.Sigma;
  return s;
}
BOTH double f(const V &v) {
  State s{VectorXd::Zero(2), MatrixXd::Identity(2, 2)};
  MatrixXd R = 0.01 * MatrixXd::Identity(2, 2);
  RowVectorXd H(2);
  H << 1, 0.5;
  for (int i = 0; i < 3; ++i) {
    s = predict(
        s,
        [&](const VectorXd &m) -> VectorXd {
          VectorXd r(2);
          r << m(0) + v[0] * std::cos(m(1)), m(1) + v[1];
          return r;
        },
        [&](const VectorXd &m) -> MatrixXd {
          MatrixXd G(2, 2);
          G << 1, -v[0] * std::sin(m(1)), 0, 1;
          return G;
        },
        R);
    s = update(s, v[2], H, v[3]);
  }
  return s.mu.sum() + s.Sigma.trace();
}
} // namespace ekf

namespace lstm {
struct Cell {
  MatrixXd Wf, Wi;
  VectorXd bf;
  Cell(int n) : Wf(n, 2 * n), Wi(MatrixXd::Zero(n, 2 * n)), bf(n) {
    Wf.setZero();
    bf.setOnes();
  }
  std::pair<VectorXd, VectorXd> operator()(const VectorXd &x, const VectorXd &h,
                                           const VectorXd &c) const {
    VectorXd z(x.size() + h.size());
    z << x, h;
    VectorXd fg = (1 / (1 + (-(Wf * z + bf)).array().exp())).matrix();
    VectorXd g = (Wi * z).array().tanh();
    VectorXd cn = fg.cwiseProduct(c) + g;
    return {cn.array().tanh().matrix(), cn};
  }
};
BOTH double f(const V &v) {
  Cell cell(2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) {
      cell.Wf(i, j) = v[j] * (i + 1) * 0.1;
      cell.Wi(i, j) = v[(i + j) % 4] * 0.2;
    }
  VectorXd h = VectorXd::Zero(2), c = VectorXd::Zero(2);
  for (int t = 0; t < 3; ++t) {
    VectorXd x(2);
    x << v[t], v[t + 1];
    auto [hn, cn] = cell(x, h, c);
    h = hn;
    c = cn;
  }
  return h.sum() + c.squaredNorm();
}
} // namespace lstm

namespace poly {
struct Poly {
  VectorXd c;
  Poly(std::initializer_list<double> l) : c(l.size()) {
    int i = 0;
    for (double x : l)
      c(i++) = x;
  }
  explicit Poly(const VectorXd &v) : c(v) {}
  Poly operator*(const Poly &o) const {
    VectorXd r = VectorXd::Zero(c.size() + o.c.size() - 1);
    for (int i = 0; i < c.size(); ++i)
      for (int j = 0; j < o.c.size(); ++j)
        r(i + j) += c(i) * o.c(j);
    return Poly(r);
  }
  Poly derivative() const {
    VectorXd r(c.size() - 1);
    for (int i = 1; i < c.size(); ++i)
      r(i - 1) = i * c(i);
    return Poly(r);
  }
  double operator()(double x) const {
    double s = 0;
    for (int i = c.size() - 1; i >= 0; --i)
      s = s * x + c(i);
    return s;
  }
};
BOTH double f(const V &v) {
  Poly p{v[0], v[1]}, q{v[2], 1.0, v[3]};
  Poly r = p * q * p;
  return r(0.5) + r.derivative()(v[0]) + (p * p).c.size();
}
} // namespace poly

namespace observer {
struct Logger {
  std::vector<double> losses;
  void log(double l) { losses.push_back(l); }
};
class Trainer {
  VectorXd w_, m_, s_;
  int t_ = 0;
  Logger *log_;

public:
  Trainer(int n, Logger *l)
      : w_(VectorXd::Ones(n)), m_(VectorXd::Zero(n)), s_(VectorXd::Zero(n)), log_(l) {}
  template <class G> void adam(G g, double lr) {
    VectorXd gr = g(w_);
    ++t_;
    m_ = 0.9 * m_ + 0.1 * gr;
    s_ = 0.99 * s_ + 0.01 * gr.cwiseProduct(gr);
    double a = 1 - std::pow(0.9, t_), b = 1 - std::pow(0.99, t_);
    w_ -= lr * (m_ / a).cwiseQuotient(((s_ / b).cwiseSqrt().array() + 1e-3).matrix());
    log_->log(gr.norm());
  }
  const VectorXd &w() const { return w_; }
};
BOTH double f(const V &v) {
  Logger l;
  Trainer t(2, &l);
  for (int i = 0; i < 3; ++i)
    t.adam(
        [&](const VectorXd &w) -> VectorXd {
          VectorXd g(2);
          g << v[0] * w(0) + w(1), v[1] * w(1) * w(1) + v[2];
          return g;
        },
        v[3]);
  return t.w().sum() + l.losses.back();
}
} // namespace observer

namespace spring {
struct Sys {
  MatrixXd M, K;
  VectorXd u, du;
  VectorXd accel() const { return M.llt().solve(-K * u); }
  void step(double h) {
    VectorXd a = accel();
    u += h * du + 0.5 * h * h * a;
    VectorXd a2 = accel();
    du += 0.5 * h * (a + a2);
  }
  double energy() const { return 0.5 * du.dot(M * du) + 0.5 * u.transpose() * K * u; }
};
BOTH double f(const V &v) {
  Sys s;
  s.M = MatrixXd::Identity(2, 2) * v[0];
  s.K = MatrixXd(2, 2);
  s.K << 2 * v[1], -v[1], -v[1], v[1] + v[2];
  s.u = VectorXd::Ones(2) * v[3];
  s.du = VectorXd::Zero(2);
  for (int i = 0; i < 3; ++i)
    s.step(0.1);
  return s.energy() + s.u(0);
}
} // namespace spring

namespace tmpl {
template <class T> struct Buffer {
  std::vector<Eigen::Matrix<T, -1, 1>> d;
  int cap;
  explicit Buffer(int c) : cap(c) {}
  void push(const Eigen::Matrix<T, -1, 1> &x) {
    if ((int)d.size() == cap) {
      for (size_t i = 1; i < d.size(); ++i)
        d[i - 1] = d[i];
      d.back() = x;
    } else
      d.push_back(x);
  }
  Eigen::Matrix<T, -1, 1> mean() const {
    Eigen::Matrix<T, -1, 1> m = Eigen::Matrix<T, -1, 1>::Zero(d[0].size());
    for (auto &x : d)
      m += x;
    return m / T(d.size());
  }
};
BOTH double f(const V &v) {
  Buffer<double> b(2);
  for (int i = 0; i < 4; ++i)
    b.push(VectorXd::Constant(3, v[i] * v[0]));
  return b.mean().squaredNorm();
}
} // namespace tmpl

namespace func {
struct Solver {
  std::function<VectorXd(const VectorXd &)> rhs;
  VectorXd x;
  void step(double h) { x += h * rhs(x); }
};
BOTH double f(const V &v) {
  Solver s{[&](const VectorXd &y) -> VectorXd { return -v[0] * y; }, VectorXd::Ones(2) * v[1]};
  for (int i = 0; i < 3; ++i)
    s.step(0.1);
  return s.x.sum() * v[2];
}
} // namespace func

namespace capcopy {
BOTH double f(const V &v) {
  VectorXd a = VectorXd::Ones(2) * v[0];
  auto g = [a](double t) { return a.sum() * t; };
  a *= 2;
  auto h = [a = VectorXd(a * v[1])](double t) { return a(0) * t; };
  return g(v[2]) + h(v[3]);
}
} // namespace capcopy

namespace capobj {
struct M {
  MatrixXd W;
  VectorXd operator()(const VectorXd &x) const { return W * x; }
};
BOTH double f(const V &v) {
  M m{MatrixXd::Identity(2, 2) * v[0]};
  auto g = [m](const VectorXd &x) { return m(x).sum(); };
  m.W *= 3;
  VectorXd x(2);
  x << v[1], v[2];
  return g(x) + m(x)(0);
}
} // namespace capobj

namespace staticm {
struct K {
  static MatrixXd base() { return MatrixXd::Identity(2, 2); }
  MatrixXd A = base();
  VectorXd b{VectorXd::Zero(2)};
  int n{2};
};
BOTH double f(const V &v) {
  K k;
  k.A *= v[0];
  k.b(1) = v[1];
  return (k.A * k.b).sum() * k.n + v[2];
}
} // namespace staticm

namespace neldermead {
class NM {
  std::vector<VectorXd> s;
  std::vector<double> fv;
  std::function<double(const VectorXd &)> fn;

public:
  NM(std::function<double(const VectorXd &)> f) : fn(std::move(f)) {}
  double run(const VectorXd &x0, int n) {
    int d = x0.size();
    s.assign(d + 1, x0);
    for (int i = 0; i < d; ++i)
      s[i + 1](i) += 0.5;
    fv.resize(d + 1);
    for (int i = 0; i <= d; ++i)
      fv[i] = fn(s[i]);
    for (int it = 0; it < n; ++it) {
      int w = std::max_element(fv.begin(), fv.end()) - fv.begin();
      VectorXd c = VectorXd::Zero(d);
      for (int i = 0; i <= d; ++i)
        if (i != w)
          c += s[i];
      c /= d;
      VectorXd r = c + (c - s[w]);
      double fr = fn(r);
      if (fr < fv[w]) {
        s[w] = r;
        fv[w] = fr;
      } else {
        s[w] = 0.5 * (s[w] + c);
        fv[w] = fn(s[w]);
      }
    }
    return *std::min_element(fv.begin(), fv.end());
  }
};
BOTH double f(const V &v) {
  NM nm([&](const VectorXd &x) {
    return (x(0) - v[0]) * (x(0) - v[0]) + v[1] * x(1) * x(1) + v[2] * x(0) * x(1);
  });
  VectorXd x0(2);
  x0 << 0.3, v[3];
  return nm.run(x0, 4);
}
} // namespace neldermead

namespace incomplete {
struct T {
  VectorXd x;
  T *next = nullptr;
};
BOTH double f(const V &v) {
  T a, b;
  a.x = VectorXd::Ones(2) * v[0];
  b.x = VectorXd::Ones(2) * v[1];
  a.next = &b;
  double s = 0;
  for (T *p = &a; p; p = p->next)
    s += p->x.sum() * v[2];
  return s;
}
} // namespace incomplete

namespace newdel {
struct T {
  VectorXd x;
  explicit T(int n) : x(VectorXd::Zero(n)) {}
};
BOTH double f(const V &v) {
  T *t = new T(2);
  t->x(0) = v[0];
  t->x *= v[1];
  double s = t->x.sum();
  delete t;
  return s * v[2];
}
} // namespace newdel

namespace assertions {
struct T {
  MatrixXd A;
  VectorXd solve(const VectorXd &b) const {
    if (A.rows() != b.size())
      throw std::invalid_argument("size");
    eigen_assert(A.cols() == A.rows());
    return A.colPivHouseholderQr().solve(b);
  }
};
BOTH double f(const V &v) {
  T t;
  t.A = MatrixXd::Identity(2, 2) * (1 + v[0]);
  t.A(0, 1) = v[1];
  VectorXd b(2);
  b << v[2], v[3];
  return t.solve(b).sum();
}
} // namespace assertions

int main() {
  CHECK_CASE_TWICE(gp);
  CHECK_CASE_TWICE(logreg);
  CHECK_CASE_TWICE(pca);
  CHECK_CASE_TWICE(rigid);
  CHECK_CASE_TWICE(ekf);
  CHECK_CASE_TWICE(lstm);
  CHECK_CASE_TWICE(poly);
  CHECK_CASE_TWICE(observer);
  CHECK_CASE_TWICE(spring);
  CHECK_CASE_TWICE(tmpl);
  CHECK_CASE_TWICE(func);
  CHECK_CASE_TWICE(capcopy);
  CHECK_CASE_TWICE(capobj);
  CHECK_CASE_TWICE(staticm);
  CHECK_CASE_TWICE(neldermead);
  CHECK_CASE_TWICE(incomplete);
  CHECK_CASE_TWICE(newdel);
  CHECK_CASE_TWICE(assertions);
  return finish();
}
