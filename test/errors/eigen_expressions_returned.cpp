// Functions that return maps, parts and other expressions of matrices.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'map' requested here}}
[[ad::differentiate(forward)]]
Map<const VectorXd> map(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate a function that returns 'Eigen::Map<const Eigen::VectorXd>'}}
  // expected-note@+1 {{return an Eigen::Matrix}}
  return Map<const VectorXd>(x.data(), x.size());
}

// expected-note@+1 {{derivative of 'reference' requested here}}
[[ad::differentiate(reverse)]]
Ref<const VectorXd> reference(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate a function that returns 'Eigen::Ref<const Eigen::VectorXd>'}}
  // expected-note@+1 {{return an Eigen::Matrix}}
  return x;
}

// expected-note@+1 {{derivative of 'diagonal' requested here}}
[[ad::differentiate(forward)]]
DiagonalMatrix<double, 3> diagonal(const Vector3d &x) {
  // expected-error@+2 {{cannot differentiate a function that returns 'Eigen::DiagonalMatrix<double, 3>'}}
  // expected-note@+1 {{return an Eigen::Matrix}}
  return DiagonalMatrix<double, 3>(2 * x);
}

// expected-note@+1 2 {{derivative of 'lambda' requested here}}
[[ad::differentiate(reverse)]]
double lambda(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate a function that returns 'Eigen::Map<const Eigen::VectorXd>'}}
  // expected-note@+1 {{return an Eigen::Matrix}}
  auto part = [&]() -> Map<const VectorXd> { return Map<const VectorXd>(x.data(), 2); };
  // expected-error@+2 {{cannot differentiate this use of 'Eigen::Map<const Eigen::VectorXd>'}}
  // expected-note@+1 {{use Eigen::Matrix or Eigen::Array}}
  return part().sum();
}
