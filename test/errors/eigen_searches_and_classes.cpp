// Searches in vectors whose shape is computed, and matrices that views or complex classes make.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'resized' requested here}}
[[ad::differentiate(reverse)]] double resized(const VectorXd &v, Index rows, Index cols) {
  VectorXd w;
  w.resize(rows, cols);
  w = v;
  Index i;
  // expected-error@+2 {{cannot differentiate this search in a matrix}}
  // expected-note@+1 {{search in a loop}}
  return w.maxCoeff(&i) * i;
}

// expected-note@+1 {{derivative of 'mapped' requested here}}
[[ad::differentiate(forward)]] double mapped(const double *x, Index rows, Index cols) {
  Index i;
  // expected-error@+2 {{cannot differentiate this search in a matrix}}
  // expected-note@+1 {{search in a loop}}
  return Map<const VectorXd>(x, rows, cols).minCoeff(&i);
}

// expected-note@+1 {{derivative of 'map' requested here}}
[[ad::differentiate(reverse)]] double map(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate 'Ones' of this class of matrices}}
  // expected-note@+1 {{call it for Eigen::Matrix}}
  return v.dot(Map<VectorXd>::Ones(v.size()));
}

template <class Derived> double with_ones(const MatrixBase<Derived> &m) {
  // expected-error@+2 {{cannot differentiate 'Ones' of this class of matrices}}
  // expected-note@+1 {{call it for Eigen::Matrix}}
  return (m + Derived::Ones(m.rows(), m.cols())).squaredNorm();
}
// expected-note@+1 {{derivative of 'block' requested here}}
[[ad::differentiate(forward)]] double block(const MatrixXd &m) {
  return with_ones(m.block(0, 0, 2, 2));
}

// expected-note@+1 {{derivative of 'complex' requested here}}
[[ad::differentiate(reverse)]] double complex(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate 'Zero' of this class of matrices}}
  // expected-note@+1 {{call it for Eigen::Matrix}}
  return MatrixXcd::Zero(2, 2).real().sum() * v(0);
}
