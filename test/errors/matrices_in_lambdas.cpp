// Matrices of Eigen that lambdas keep and change.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>

// expected-note@+1 {{derivative of 'counts' requested here}}
[[ad::differentiate(reverse)]]
double counts(const Eigen::Vector2d &x) {
  // expected-error@+2 {{cannot differentiate a matrix in a mutable lambda}}
  // expected-note@+1 {{keep it in a variable and capture it by reference}}
  auto f = [m = Eigen::Vector2d(x)](double y) mutable {
    m[0] += y;
    return m[0];
  };
  return f(1) + f(2);
}
