// Operations of matrices where another version of <ad/dense.h> is included, which lacks them.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
#define AD_DENSE_H // stands for that version

// expected-note@+1 {{derivative of 'volume' requested here}}
[[ad::differentiate(reverse)]] double volume(const Eigen::MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate this operation: <ad/dense.h> is not found}}
  // expected-note@+1 {{add the runtime's directory to the include path}}
  return x.determinant();
}

// expected-note@+1 {{derivative of 'solved' requested here}}
[[ad::differentiate(forward)]] double solved(const Eigen::MatrixXd &a, const Eigen::VectorXd &b) {
  // expected-error@+2 {{cannot differentiate this operation: <ad/dense.h> is not found}}
  // expected-note@+1 {{add the runtime's directory to the include path}}
  return a.partialPivLu().solve(b).sum();
}
