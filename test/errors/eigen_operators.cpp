// Operators, constructors and parts of matrices.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'stepping' requested here}}
[[ad::differentiate(forward)]] double stepping(double *x, Index n, Index step) {
  // expected-error@+2 {{cannot differentiate this map of memory as a matrix}}
  // expected-note@+1 {{give a pointer and sizes, without strides}}
  Map<MatrixXd, 0, OuterStride<>> y(x, n, n, OuterStride<>(step));
  return y.sum();
}

// Strides that are part of the type: the elements do not follow one another either.
// expected-note@+1 {{derivative of 'every_second' requested here}}
[[ad::differentiate(forward)]] double every_second(double *x, Index n) {
  // expected-error@+2 {{cannot differentiate this map of memory as a matrix}}
  // expected-note@+1 {{give a pointer and sizes, without strides}}
  Map<VectorXd, 0, InnerStride<2>> y(x, n);
  return y.sum();
}

// expected-note@+1 {{derivative of 'nested_list' requested here}}
[[ad::differentiate(forward)]] double nested_list(double x) {
  // expected-error@+2 {{cannot differentiate this constructor of a matrix}}
  // expected-note@+1 {{give its size, and its coefficients one by one}}
  Matrix2d y{{x, 2.0}, {3.0, 4.0}};
  return y.sum();
}

// expected-note@+1 {{derivative of 'unequal' requested here}}
[[ad::differentiate(reverse)]] double unequal(const ArrayXd &x) {
  // expected-error@+2 {{cannot differentiate this operator of matrices}}
  // expected-note@+1 {{use a loop}}
  return (x != 2).select(x, 3 * x).sum();
}

// expected-note@+1 {{derivative of 'within' requested here}}
[[ad::differentiate(forward)]] double within(const ArrayXd &x) {
  // expected-error@+2 {{cannot differentiate this operator of matrices}}
  // expected-note@+1 {{use a loop}}
  return (x > 1 && x < 2).select(x, 3 * x).sum();
}

// expected-note@+1 {{derivative of 'chosen_rows' requested here}}
[[ad::differentiate(forward)]] double chosen_rows(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate this operator of matrices}}
  // expected-note@+1 {{use a loop}}
  return x(all, 1).sum();
}


// expected-note@+1 {{derivative of 'norms' requested here}}
[[ad::differentiate(forward)]] double norms(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'blueNorm' of the rows or columns of a matrix}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return x.rowwise().blueNorm().sum();
}

// expected-note@+1 {{derivative of 'turned' requested here}}
[[ad::differentiate(forward)]] double turned(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'reverse' of the rows or columns of a matrix}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return x.rowwise().reverse().sum();
}

// expected-note@+1 {{derivative of 'wide' requested here}}
[[ad::differentiate(reverse)]] double wide(const Matrix<double, 2, 3> &x) {
  // expected-error@+2 {{cannot differentiate the diagonal of a matrix that is not square}}
  // expected-note@+1 {{take its square block}}
  return x.diagonal().sum();
}
