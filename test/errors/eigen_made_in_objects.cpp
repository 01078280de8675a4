// Decompositions that are made inside an object.
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
