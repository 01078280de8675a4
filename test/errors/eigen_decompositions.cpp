// Decompositions of matrices.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'product_again' requested here}}
[[ad::differentiate(forward)]] double product_again(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'reconstructedMatrix' of a decomposition}}
  // expected-note@+1 {{solve with it, or use matrixL of Eigen::LLT}}
  return x.llt().reconstructedMatrix().sum();
}

// expected-note@+1 {{derivative of 'both_factors' requested here}}
[[ad::differentiate(reverse)]] double both_factors(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'matrixLU' of a decomposition}}
  // expected-note@+1 {{solve with it, or use matrixL of Eigen::LLT}}
  return x.partialPivLu().matrixLU().sum();
}

// expected-note@+1 {{derivative of 'pivots' requested here}}
[[ad::differentiate(forward)]] double pivots(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'vectorD' of a decomposition}}
  // expected-note@+1 {{solve with it, or use matrixL of Eigen::LLT}}
  return x.ldlt().vectorD().sum();
}

// expected-note@+1 {{derivative of 'again' requested here}}
[[ad::differentiate(forward)]] double again(const MatrixXd &x, const VectorXd &b) {
  LLT<MatrixXd> y(x);
  // expected-error@+2 {{cannot differentiate a decomposition that is computed again}}
  // expected-note@+1 {{use another variable}}
  y.compute(2 * x);
  return y.solve(b).sum();
}

// expected-note@+1 {{derivative of 'with_the_rest' requested here}}
[[ad::differentiate(forward)]] double with_the_rest(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate this part of a decomposition}}
  // expected-note@+1 {{use matrixL}}
  MatrixXd y = x.llt().matrixLLT();
  return y.sum();
}

// expected-note@+1 {{derivative of 'strictly' requested here}}
[[ad::differentiate(forward)]] double strictly(const MatrixXd &x, const VectorXd &b) {
  // expected-error@+2 {{cannot differentiate a solve with a triangle without its diagonal}}
  // expected-note@+1 {{use Eigen::Lower, Eigen::Upper, or the Unit ones}}
  return x.triangularView<StrictlyLower>().solve(b).sum();
}

// expected-note@+1 {{derivative of 'triangle' requested here}}
[[ad::differentiate(forward)]] double triangle(const MatrixXf &x, const VectorXf &b) {
  // expected-error@+2 {{cannot differentiate a solve of matrices that are not of 'double'}}
  // expected-note@+1 {{use double}}
  return x.triangularView<Lower>().solve(b).sum();
}

// expected-note@+1 {{derivative of 'general' requested here}}
[[ad::differentiate(reverse)]] double general(const MatrixXf &x, const VectorXf &b) {
  // expected-error@+2 {{cannot differentiate a solve of matrices that are not of 'double'}}
  // expected-note@+1 {{use double}}
  return x.partialPivLu().solve(b).sum();
}

// expected-note@+1 {{derivative of 'factor' requested here}}
[[ad::differentiate(reverse)]] double factor(const MatrixXf &x) {
  // expected-error@+2 {{cannot differentiate a decomposition of a matrix that is not of 'double'}}
  // expected-note@+1 {{use double}}
  LLT<MatrixXf> y(x);
  MatrixXf l = y.matrixL();
  return l(0, 0);
}

// expected-note@+1 1+{{derivative of 'upper_half' requested here}}
[[ad::differentiate(forward)]] double upper_half(const MatrixXd &x) {
  // expected-error@+4 {{cannot differentiate a decomposition of the upper triangle}}
  // expected-note@+3 {{decompose the lower one}}
  // expected-error@+2 {{cannot differentiate a variable of type 'Eigen::LLT<Eigen::MatrixXd, Upper>'}}
  // expected-note@+1 {{use Eigen::Matrix, Eigen::Array, Eigen::Map or Eigen::LLT}}
  LLT<MatrixXd, Upper> y(x);
  return x(0, 0);
}

double first(const SelfAdjointEigenSolver<Matrix2d> &x, double y) { return y; }
// expected-note@+1 {{derivative of 'given_values' requested here}}
[[ad::differentiate(forward)]] double given_values(const Matrix2d &x) {
  // expected-error@+2 {{cannot differentiate an argument of type 'const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>'}}
  // expected-note@+1 {{pass a matrix}}
  return first(SelfAdjointEigenSolver<Matrix2d>(x), x(0, 0));
}

// expected-note@+1 {{derivative of 'eigenvalues' requested here}}
[[ad::differentiate(forward)]] double eigenvalues(const Matrix2d &x) {
  // expected-error@+2 {{cannot differentiate a variable of type 'Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>'}}
  // expected-note@+1 {{use Eigen::Matrix, Eigen::Array, Eigen::Map or Eigen::LLT}}
  SelfAdjointEigenSolver<Matrix2d> y(x);
  return x(0, 0);
}

// expected-note@+1 {{derivative of 'not_computed' requested here}}
[[ad::differentiate(forward)]] double not_computed(const MatrixXd &x, const VectorXd &b) {
  LLT<MatrixXd> y;
  // expected-error@+2 {{cannot differentiate a use of 'y' before it is computed}}
  // expected-note@+1 {{give it its matrix where it is declared}}
  return y.solve(b).sum() * x(0, 0);
}

PartialPivLU<MatrixXd> whole;
// expected-note@+1 {{derivative of 'of_the_program' requested here}}
[[ad::differentiate(reverse)]] double of_the_program(const VectorXd &b) {
  // expected-error@+2 {{cannot differentiate a use of 'whole' before it is computed}}
  // expected-note@+1 {{give it its matrix where it is declared}}
  return whole.solve(b).sum();
}

// expected-note@+1 {{derivative of 'in_a_branch' requested here}}
[[ad::differentiate(reverse)]] double in_a_branch(const MatrixXd &x, const VectorXd &b, bool c) {
  PartialPivLU<MatrixXd> y;
  if (c)
    y.compute(x);
  // expected-error@+2 {{cannot differentiate this: it needs 'matrix', which is gone here}}
  // expected-note@+1 {{declare what it uses in the block around both, or use it where it is declared}}
  return y.solve(b).sum();
}

// expected-note@+1 {{derivative of 'in_a_loop' requested here}}
[[ad::differentiate(forward)]] double in_a_loop(const MatrixXd &x, const VectorXd &b, int n) {
  LLT<MatrixXd> y;
  for (int i = 0; i < n; ++i)
    if (i == 0)
      y.compute(x);
  // expected-error@+2 {{cannot differentiate this: it needs 'factor', which is gone here}}
  // expected-note@+1 {{declare what it uses in the block around both, or use it where it is declared}}
  return y.solve(b).sum();
}
