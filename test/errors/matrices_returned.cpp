// Matrices of Eigen that are returned from inside a statement.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
using namespace Eigen;
// expected-note@+1 {{derivative of 'from_loop' requested here}}
[[ad::differentiate(reverse)]]
MatrixXd from_loop(const MatrixXd &x, int n) {
  for (int i = 0; i < n; ++i) {
    MatrixXd y = x * x;
    if (y(0, 0) > i)
      // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
      // expected-note@+1 {{return it at the end of the function}}
      return y;
  }
  return x;
}

// expected-note@+1 {{derivative of 'from_while' requested here}}
[[ad::differentiate(reverse)]]
MatrixXd from_while(const MatrixXd &x, int n) {
  MatrixXd y = x;
  while (n-- > 0) {
    y = y * x;
    if (y(0, 0) > 5)
      // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
      // expected-note@+1 {{return it at the end of the function}}
      return y;
  }
  return x;
}

// expected-note@+1 2 {{derivative of 'from_branch' requested here}}
[[ad::differentiate(reverse)]]
MatrixXd from_branch(const MatrixXd &x, bool twice) {
  if (twice)
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return 2 * x;
  else
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return x * x;
}

// expected-note@+1 2 {{derivative of 'from_block' requested here}}
[[ad::differentiate(reverse)]]
MatrixXd from_block(const MatrixXd &x, bool squared) {
  if (squared) {
    MatrixXd y = x * x;
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return y;
  } else {
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return x;
  }
}

// expected-note@+1 2 {{derivative of 'from_switch' requested here}}
[[ad::differentiate(reverse)]]
MatrixXd from_switch(const MatrixXd &x, int power) {
  switch (power) {
  case 1:
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return x;
  default:
    // expected-error@+2 {{cannot differentiate in reverse mode: a matrix is returned from inside a statement}}
    // expected-note@+1 {{return it at the end of the function}}
    return x * x;
  }
}
