// Matrices that are used before they are given a shape.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;

// expected-note@+1 {{derivative of 'added' requested here}}
[[ad::differentiate(reverse)]] double added(const VectorXd &v) {
  VectorXd w;
  // expected-error@+2 {{cannot differentiate a use of 'w' before it has a shape}}
  // expected-note@+1 {{give it its size where it is declared}}
  w = v + w;
  return w.sum();
}

// expected-note@+1 {{derivative of 'sized' requested here}}
[[ad::differentiate(forward)]] double sized(const MatrixXd &m) {
  MatrixXd a;
  // expected-error@+2 {{cannot differentiate a use of 'a' before it has a shape}}
  // expected-note@+1 {{give it its size where it is declared}}
  a = m * (a.rows() + 2);
  return a.sum();
}

// expected-note@+1 {{derivative of 'declared' requested here}}
[[ad::differentiate(reverse)]] double declared(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate a use of 'w' before it has a shape}}
  // expected-note@+1 {{give it its size where it is declared}}
  VectorXd w, u = w;
  w = v;
  return w.sum() + u.size();
}

// expected-note@+1 {{derivative of 'in_condition' requested here}}
[[ad::differentiate(forward)]] double in_condition(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate a use of 'w' before it has a shape}}
  // expected-note@+1 {{give it its size where it is declared}}
  if (VectorXd w; w.size() < v.size())
    return v.sum();
  return 0;
}
