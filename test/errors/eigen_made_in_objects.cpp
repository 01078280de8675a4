// Matrices and decompositions that are made inside an object.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

struct Fit {
  LLT<MatrixXd> l;
  // expected-error@+2 {{cannot differentiate this use of 'Eigen::Index'}}
  // expected-note@+1 {{use Eigen::Matrix or Eigen::Array}}
  Fit(Index n) : l(n) {}
};
// expected-note@+1 {{derivative of 'sized' requested here}}
[[ad::differentiate(forward)]] double sized(const MatrixXd &x) {
  Fit f(3);
  return x(0, 0);
}

struct Pair {
  LLT<MatrixXd> l;
};
LLT<MatrixXd> made(const MatrixXd &x) { return x.llt(); }
// expected-note@+1 {{derivative of 'by_function' requested here}}
[[ad::differentiate(forward)]] double by_function(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate this way of making a decomposition}}
  // expected-note@+1 {{make it of a matrix, or call compute()}}
  Pair p{made(x)};
  return x(0, 0);
}

struct Model {
  VectorXd twice;
  // expected-error@+2 {{cannot differentiate a matrix of run-time size that is made inside another object}}
  // expected-note@+1 {{give it a variable of its own}}
  Model(const VectorXd &x) : twice(2 * x) {}
};
[[ad::differentiate(reverse)]] double seen(const Model &m) { return m.twice.sum(); }
// expected-note@+1 {{derivative of 'on_the_heap' requested here}}
[[ad::differentiate(forward)]] double on_the_heap(const VectorXd &x) {
  Model *m = new Model(x);
  const double y = m->twice.sum();
  delete m;
  return y;
}

struct Sized {
  VectorXd w;
  // expected-error@+2 {{cannot differentiate a matrix of run-time size that is made inside another object}}
  // expected-note@+1 {{give it a variable of its own}}
  Sized(Index n) : w(n) {}
};
[[ad::differentiate(forward)]] double sum(const Sized &s) { return s.w.sum(); }
// expected-note@+1 {{derivative of 'filled' requested here}}
[[ad::differentiate(reverse)]] double filled(const VectorXd &x) {
  auto *s = new Sized(x.size());
  s->w = 2 * x;
  const double y = s->w.sum();
  delete s;
  return y;
}
