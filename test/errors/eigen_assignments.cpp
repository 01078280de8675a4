// Assignments to matrices and variables that hold them.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'triangle' requested here}}
[[ad::differentiate(forward)]] double triangle(const MatrixXd &x) {
  MatrixXd y = x;
  // expected-error@+2 {{cannot differentiate an assignment to this part of a matrix}}
  // expected-note@+1 {{assign to a block, or in a loop}}
  y.triangularView<Lower>() = 2 * x;
  return y.sum();
}

// expected-note@+1 {{derivative of 'column' requested here}}
[[ad::differentiate(reverse)]] double column(const Vector3d &x) {
  MatrixXd y(2, 2);
  // expected-error@+2 {{cannot differentiate an assignment that changes the shape of a matrix}}
  // expected-note@+1 {{use another variable}}
  y.col(0) = x;
  return y.sum();
}

// expected-note@+1 {{derivative of 'fixed' requested here}}
[[ad::differentiate(forward)]] double fixed(const VectorXd &x) {
  Vector3d y;
  // expected-error@+2 {{cannot differentiate an assignment that changes the shape of a matrix}}
  // expected-note@+1 {{use another variable}}
  y = x.head(2);
  return y.sum();
}

// expected-note@+1 {{derivative of 'side_by_side' requested here}}
[[ad::differentiate(forward)]] double side_by_side(const MatrixXd &x, const MatrixXd &z) {
  MatrixXd y(x.rows(), x.cols() + z.cols());
  // expected-error@+2 {{cannot differentiate this list of coefficients of a matrix}}
  // expected-note@+1 {{use sizes that are known where it is compiled, or assign blocks}}
  y << x, z;
  return y.sum();
}

// expected-note@+1 {{derivative of 'turn' requested here}}
[[ad::differentiate(forward)]] double turn(const Vector3d &x) {
  // expected-error@+2 {{cannot differentiate a variable of type 'Eigen::Quaterniond'}}
  // expected-note@+1 {{use Eigen::Matrix, Eigen::Array, Eigen::Map or Eigen::LLT}}
  Quaterniond q(x(0), x(1), x(2), 0);
  return x(0);
}

double first(const Quaterniond &q, double x) { return x; }
// expected-note@+1 {{derivative of 'given_turn' requested here}}
[[ad::differentiate(forward)]] double given_turn(const Vector3d &x) {
  // expected-error@+2 {{cannot differentiate an argument of type 'const Eigen::Quaterniond'}}
  // expected-note@+1 {{pass a matrix}}
  return first(Quaterniond(x(0), 0, 0, 1), x(1));
}

// expected-note@+1 {{derivative of 'no_shape' requested here}}
[[ad::differentiate(forward)]] double no_shape(const VectorXd &x, int k) {
  switch (k) {
  default:
    VectorXd y;
    if (x(0) > 0)
      // expected-error@+2 {{cannot differentiate 'setZero' of a matrix without a shape}}
      // expected-note@+1 {{give it its size where it is declared}}
      y.setZero(3);
  }
  return x(1);
}

struct Part {
  Map<const VectorXd> v;
};
// expected-note@+1 {{derivative of 'kept_map' requested here}}
[[ad::differentiate(forward)]] double kept_map(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate this expression of matrices where it is kept}}
  // expected-note@+1 {{make an Eigen::Matrix or Eigen::Array of it}}
  Part p{Map<const VectorXd>(x.data(), 2)};
  return x(0);
}
