// Matrices of Eigen, where their shape or value is not known.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
#include <vector>
using namespace Eigen;

// expected-note@+1 {{derivative of 'eigenvalue' requested here}}
[[ad::differentiate(reverse)]] double eigenvalue(const MatrixXd &x) {
  // expected-error@+2 {{cannot differentiate 'operatorNorm' of a matrix, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return x.operatorNorm();
}

// expected-note@+1 {{derivative of 'resized' requested here}}
[[ad::differentiate(forward)]] double resized(VectorXd &x) {
  // expected-error@+2 {{cannot differentiate a matrix that changes its shape}}
  // expected-note@+1 {{use another variable}}
  x.resize(3);
  return x.sum();
}

// expected-note@+1 {{derivative of 'one_way' requested here}}
[[ad::differentiate(forward)]] double one_way(const MatrixXd &x) {
  MatrixXd y = x;
  // expected-error@+2 {{cannot differentiate 'resize' of a matrix, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  y.resize(Eigen::NoChange, 3);
  return x.sum();
}

// expected-note@+1 {{derivative of 'keeping' requested here}}
[[ad::differentiate(forward)]] double keeping(const MatrixXd &x) {
  MatrixXd y = x;
  // expected-error@+2 {{cannot differentiate 'conservativeResize' of a matrix, for which there is no rule}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  y.conservativeResize(3, 3);
  return x.sum();
}

// expected-note@+1 {{derivative of 'late' requested here}}
[[ad::differentiate(forward)]] double late(const VectorXd &x, int k) {
  switch (k) {
  default:
    VectorXd y;
    if (x(0) > 0)
      // expected-error@+2 {{cannot differentiate an assignment that gives 'y' its shape}}
      // expected-note@+1 {{give it its size where it is declared}}
      y = x;
  }
  return x(1);
}

// expected-note@+1 {{derivative of 'choice' requested here}}
[[ad::differentiate(forward)]] double choice(const MatrixXd &x, const MatrixXd &z, bool t) {
  // expected-error@+2 {{cannot differentiate a choice between matrices}}
  // expected-note@+1 {{use if and else}}
  const MatrixXd &y = t ? x : z;
  return y(0, 1);
}

// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(forward)]] double changed(const MatrixXd &x, bool t) {
  MatrixXd y = x, z = 2 * x;
  // expected-error@+2 {{cannot differentiate a change of what this expression of matrices leads to}}
  // expected-note@+1 {{change a matrix that has a name}}
  (t ? y : z) *= 2;
  return y(0, 1);
}

// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(forward)]] double kept(const std::vector<VectorXd> &x) {
  std::vector<VectorXd> y;
  // expected-error@+2 {{cannot differentiate a copy of a matrix into a container of a type that callers pass, too}}
  // expected-note@+1 {{make the elements objects of a class of your own that holds the matrix}}
  y.push_back(2 * x[0]);
  return x[0](0);
}

[[ad::constant]] void scale(VectorXd &x);
// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(forward)]] double given(const VectorXd &x) {
  VectorXd y = x;
  // expected-error@+2 {{cannot differentiate a call that is not looked into and may change this matrix}}
  // expected-note@+1 {{let it take a reference to const, or call it where no derivatives are needed}}
  scale(y);
  return y.sum();
}

[[ad::constant]] void scale_part(Ref<VectorXd> x);
// expected-note@+1 {{derivative of 'referred' requested here}}
[[ad::differentiate(forward)]] double referred(const VectorXd &x) {
  VectorXd y = x;
  // expected-error@+2 {{cannot differentiate a call that is not looked into and may change this matrix}}
  // expected-note@+1 {{let it take a reference to const, or call it where no derivatives are needed}}
  scale_part(y);
  return y.sum();
}

[[ad::differentiate(forward)]] double outside(const std::vector<MatrixXd> &x);
// expected-note@+1 {{derivative of 'passed' requested here}}
[[ad::differentiate(forward)]] double passed(const MatrixXd &x) {
  std::vector<MatrixXd> y;
  y.push_back(x);
  // expected-error@+2 {{cannot differentiate a call that gives matrices of this function to 'outside', which has companions of its own or no body here}}
  // expected-note@+1 {{let it take pointers to the coefficients, or define it here without companions}}
  return outside(y);
}

struct Weights {
  VectorXd w;
};
double total(const Weights &w) { return w.w.sum(); }
double total_forward(const Weights &w, const Weights &w_dot, double &total_dot);
// expected-note@+1 {{derivative of 'ruled' requested here}}
[[ad::differentiate(forward)]] double ruled(const VectorXd &x) {
  Weights w{x};
  // expected-error@+2 {{cannot differentiate a call to 'total', whose rule cannot be given what it takes here}}
  // expected-note@+1 {{let it take numbers, pointers to them, or objects that callers pass, too}}
  return total(w);
}

struct Model {
  VectorXd w;
};
// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(forward)]] double copied(const Model &m) {
  // expected-error@+2 {{cannot differentiate a local object that holds a matrix of run-time size, of a type that callers pass, too}}
  // expected-note@+1 {{keep the matrix in a variable of its own, or the object in the caller}}
  Model c = m;
  return c.w(0);
}

// expected-note@+1 {{derivative of 'number' requested here}}
[[ad::differentiate(forward)]] double number(const VectorXd &x) {
  double s = 2;
  // expected-error@+2 {{cannot differentiate the expression 'y', which is evaluated where it is used: what it is made of changes}}
  // expected-note@+1 {{give it the type of a matrix}}
  auto y = s * x;
  s = 3;
  return x(0);
}

// expected-note@+1 {{derivative of 'besides' requested here}}
[[ad::differentiate(forward)]] double besides(const MatrixXd &x, int k) {
  // expected-error@+2 {{cannot differentiate a diagonal whose number is not known here}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return x.diagonal(k).sum();
}
