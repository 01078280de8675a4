// Matrices of Eigen that lambdas keep and change.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'counts' requested here}}
[[ad::differentiate(reverse)]]
double counts(const Vector2d &x) {
  // expected-error@+2 {{cannot differentiate a matrix in a mutable lambda}}
  // expected-note@+1 {{keep it in a variable and capture it by reference}}
  auto f = [m = Vector2d(x)](double y) mutable {
    m[0] += y;
    return m[0];
  };
  return f(1) + f(2);
}

// expected-note@+1 {{derivative of 'changes' requested here}}
[[ad::differentiate(reverse)]]
double changes(VectorXd x) {
  // expected-error@+2 {{cannot differentiate a lambda that keeps a copy of the matrix 'x'}}
  // expected-note@+1 {{capture it by reference}}
  auto f = [x]() mutable {
    x *= 2;
    return x.sum();
  };
  return f();
}

// expected-note@+1 {{derivative of 'map' requested here}}
[[ad::differentiate(forward)]]
double map(const double *x, Index n) {
  Map<const VectorXd> m(x, n);
  // expected-error@+2 {{cannot differentiate a lambda that keeps a copy of the matrix 'm'}}
  // expected-note@+1 {{capture it by reference}}
  auto f = [m] { return m.sum(); };
  return f();
}

// expected-note@+1 {{derivative of 'expression' requested here}}
[[ad::differentiate(reverse)]]
double expression(const VectorXd &x) {
  auto twice = 2 * x;
  // expected-error@+2 {{cannot differentiate a lambda that keeps a copy of the matrix 'twice'}}
  // expected-note@+1 {{capture it by reference}}
  auto f = [=](double y) { return y * twice.sum(); };
  return f(1) + f(2);
}
