// Decompositions that objects keep, moved matrices, objects by pointers, by value, within others.
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

namespace decompositions {
struct Solver {
  MatrixXd A;
  Eigen::LDLT<MatrixXd> ldlt;
  Eigen::PartialPivLU<MatrixXd> lu;
  Eigen::LLT<MatrixXd> llt;
  explicit Solver(const MatrixXd &M) : A(M), ldlt(M), lu(M * 2) { llt = M.llt(); }
  double run(const VectorXd &b) const {
    double s = ldlt.solve(b).sum() + lu.solve(b)(0) * lu.determinant();
    if (llt.info() == Eigen::Success)
      s += llt.matrixL().solve(b).squaredNorm();
    return s;
  }
  void again(double k) {
    ldlt.compute(A * k);
    lu = Eigen::PartialPivLU<MatrixXd>(A);
  }
};
BOTH double f(const V &v) {
  MatrixXd M(2, 2);
  M << 2 + v[0], v[1] * 0.3, v[1] * 0.3, 3 + v[2];
  VectorXd b(2);
  b << v[3], 1;
  Solver s(M);
  double r = s.run(b);
  s.again(v[0] + 1);
  Solver t = s;
  s.A *= 2;
  return r * t.run(b) + s.run(b);
}
} // namespace decompositions

namespace fixed_size {
struct G {
  Eigen::LLT<Eigen::Matrix2d> llt;
  Eigen::Vector2d mu;
  void set(const Eigen::Matrix2d &S) { llt.compute(S); }
  double q(const Eigen::Vector2d &x) const { return llt.solve(x - mu).dot(x - mu); }
};
BOTH double f(const V &v) {
  G g;
  g.mu = Eigen::Vector2d(v[0], v[1]);
  Eigen::Matrix2d S;
  S << 2 + v[2], 0.2, 0.2, 1 + v[3];
  g.set(S);
  return g.q(Eigen::Vector2d(v[1], 0.3));
}
} // namespace fixed_size

namespace in_a_vector {
struct Block {
  Eigen::LLT<MatrixXd> llt;
  VectorXd b;
};
BOTH double f(const V &v) {
  std::vector<Block> bs;
  for (int i = 0; i < 2; ++i) {
    Block k;
    k.llt.compute(MatrixXd::Identity(2, 2) * (1 + v[i]));
    k.b = VectorXd::Ones(2) * v[i + 1];
    bs.push_back(k);
  }
  double s = 0;
  for (auto &k : bs)
    s += k.llt.solve(k.b).sum();
  return s * v[3];
}
} // namespace in_a_vector

namespace row_major {
using RM = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
struct S {
  Eigen::PartialPivLU<RM> lu;
  RM A;
};
BOTH double f(const V &v) {
  S s;
  s.A = RM(2, 2);
  s.A << 2 + v[0], v[1], v[2] * 0.1, 3;
  s.lu.compute(s.A);
  VectorXd b(2);
  b << v[3], 1;
  return s.lu.solve(b)(0) + s.lu.solve(b)(1) * 2;
}
} // namespace row_major

namespace pointed {
struct S {
  MatrixXd A;
  VectorXd x;
};
BOTH double f(const V &v) {
  S s;
  s.A = MatrixXd(2, 2);
  s.A << v[0], v[1], v[2], v[3];
  S *p = &s;
  p->A = MatrixXd(s.A.transpose());
  s.A = MatrixXd(p->A.transpose() * 2);
  p->A.row(0) = s.A.row(1).eval();
  return s.A(0, 1) * 3 + p->A(1, 0) + s.A(0, 0);
}
} // namespace pointed

namespace moved {
struct S {
  MatrixXd A;
  VectorXd x;
};
BOTH double f(const V &v) {
  S s;
  s.x = VectorXd::Ones(2) * v[0];
  s.A = MatrixXd::Ones(2, 2) * v[1];
  S t = std::move(s);
  double r = t.x.sum() + t.A.sum() + (s.x.size() + s.A.rows()) * v[2];
  VectorXd y = std::move(t.x);
  MatrixXd B = std::move(t.A);
  return r + (t.x.size() + t.A.cols()) * v[3] + y.sum() * B(0, 1);
}
} // namespace moved

namespace moved_local {
BOTH double f(const V &v) {
  VectorXd a = VectorXd::Ones(2) * v[0];
  std::vector<VectorXd> h;
  h.push_back(std::move(a));
  return h[0].sum() * v[1] + a.size() * v[2];
}
} // namespace moved_local

namespace nested {
struct S {
  VectorXd x;
};
struct U {
  S a;
  S *p;
  std::vector<S> all;
};
BOTH double f(const V &v) {
  U u;
  u.a.x = VectorXd::Ones(2) * v[0];
  u.p = &u.a;
  u.all.push_back(u.a);
  u.p->x = VectorXd(u.all[0].x * v[1] + u.a.x);
  u.all[0].x = std::move(u.p->x);
  return u.all[0].x.sum() * v[2];
}
} // namespace nested

namespace swapped_with_local {
struct S {
  VectorXd x;
};
BOTH double f(const V &v) {
  S s{VectorXd::Ones(2) * v[0]};
  VectorXd y = VectorXd::Ones(2) * v[1];
  s.x.swap(y);
  std::swap(y, s.x);
  s.x.swap(y);
  return s.x.sum() + y.sum() * v[2];
}
} // namespace swapped_with_local

namespace by_value {
struct S {
  MatrixXd A;
  S scaled(double k) const {
    S r = *this;
    r.A *= k;
    return r;
  }
};
static S grow(S s, int n) {
  for (int i = 0; i < n; ++i) {
    MatrixXd B = MatrixXd::Zero(s.A.rows() + 1, s.A.rows() + 1);
    B.topLeftCorner(s.A.rows(), s.A.cols()) = s.A;
    B(s.A.rows(), 0) = i;
    s.A = B;
  }
  return s;
}
BOTH double f(const V &v) {
  S s{MatrixXd::Ones(1, 1) * v[0]};
  S t = grow(s.scaled(v[1]), 2);
  return t.A.sum() * t.A.rows() + s.A(0, 0);
}
} // namespace by_value

int main() {
  CHECK_CASE_TWICE(decompositions);
  CHECK_CASE_TWICE(fixed_size);
  CHECK_CASE_TWICE(in_a_vector);
  CHECK_CASE_TWICE(row_major);
  CHECK_CASE_TWICE(pointed);
  CHECK_CASE_TWICE(moved);
  CHECK_CASE_TWICE(moved_local);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(swapped_with_local);
  CHECK_CASE_TWICE(by_value);
  return finish();
}
