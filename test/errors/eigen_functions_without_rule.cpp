// Functions of matrices for which there is no rule.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'signs' requested here}}
[[ad::differentiate(forward)]] double signs(const ArrayXd &x) {
  // expected-error@+2 {{cannot differentiate 'sign' of matrices, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return (sign(x) * x).sum();
}

// expected-note@+1 {{derivative of 'number_to_the_power' requested here}}
[[ad::differentiate(reverse)]] double number_to_the_power(const ArrayXd &x) {
  // expected-error@+2 {{cannot differentiate 'pow' of matrices, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return pow(2.0, x).sum();
}

// expected-note@+1 {{derivative of 'noisy' requested here}}
[[ad::differentiate(reverse)]] double noisy(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate 'Random' of matrices, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return x.dot(VectorXd::Random(3));
}

// expected-note@+1 {{derivative of 'weighted' requested here}}
[[ad::differentiate(forward)]] double weighted(const VectorXd &x) {
  // expected-error@+2 {{cannot differentiate 'NullaryExpr' of matrices, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  VectorXd w = VectorXd::NullaryExpr(x.size(), [](Index i) { return 1.0 / (i + 1); });
  return x.dot(w);
}
