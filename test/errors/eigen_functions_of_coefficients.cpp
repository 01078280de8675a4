// Functions of each coefficient of a matrix that are not followed, or do not return a number.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
#include <functional>
using Eigen::VectorXd;

struct Cube {
  double operator()(double x) const { return x * x * x; }
};
// expected-note@+1 {{derivative of 'object' requested here}}
[[ad::differentiate(reverse)]] double object(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(Cube()).sum();
}

// expected-note@+1 {{derivative of 'pointer' requested here}}
[[ad::differentiate(forward)]] double pointer(const VectorXd &v, double (*f)(double)) {
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(f).sum();
}

// expected-note@+1 {{derivative of 'two' requested here}}
[[ad::differentiate(reverse)]] double two(const VectorXd &v, const VectorXd &w) {
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.binaryExpr(w, std::plus<double>()).sum();
}

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(forward)]] double given(const VectorXd &v) {
  auto scaled = [](double x, double k = 2) { return k * x; };
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(scaled).sum();
}

// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(reverse)]] double whole(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate a function of each coefficient that returns 'int'}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v(0) * v.unaryExpr([](double x) { return int(x); }).sum();
}

// expected-note@+1 {{derivative of 'signs' requested here}}
[[ad::differentiate(forward)]] double signs(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate a function of each coefficient that returns 'bool'}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr([](double x) { return x > 0; })(0) ? v(0) : v(1);
}
