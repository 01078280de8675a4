// Functions of each coefficient that are not known, convert, or read the matrix that is assigned.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <Eigen/Dense>
#include <functional>
using namespace Eigen;

inline double second(double x) { return x * x; }
inline double third(double x) { return x * x * x; }

// expected-note@+1 {{derivative of 'rounded' requested here}}
[[ad::differentiate(reverse)]] double rounded(const VectorXd &v) {
  std::function<double(int)> f = third;
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(f).sum();
}

// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(reverse)]] double whole(const VectorXd &v) {
  std::function<int(double)> f = third;
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(f).sum();
}

// expected-note@+1 {{derivative of 'bound' requested here}}
[[ad::differentiate(reverse)]] double bound(const VectorXd &v) {
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(std::bind(third, std::placeholders::_1)).sum();
}

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]] double chosen(const VectorXd &v, int n) {
  std::function<double(double)> f = n ? third : second;
  // expected-error@+2 {{cannot differentiate this function of each coefficient}}
  // expected-note@+1 {{write it as a loop over coefficients}}
  return v.unaryExpr(f).sum();
}

// expected-note@+1 {{derivative of 'in_place' requested here}}
[[ad::differentiate(reverse)]] double in_place(const VectorXd &v) {
  VectorXd w = v;
  // expected-error@+2 {{cannot differentiate a function of each coefficient that reads 'w', which is being assigned}}
  // expected-note@+1 {{read a copy of it, or write it as a loop over coefficients}}
  w = v.unaryExpr([&](double x) { return x * w(0); });
  return w.sum();
}

// expected-note@+1 {{derivative of 'added' requested here}}
[[ad::differentiate(reverse)]] double added(const VectorXd &v) {
  VectorXd w = v;
  auto f = [&](double x) { return x * w(0); };
  // expected-error@+2 {{cannot differentiate a function of each coefficient that reads 'w', which is being assigned}}
  // expected-note@+1 {{read a copy of it, or write it as a loop over coefficients}}
  w.head(2) += 2 * v.head(2).unaryExpr(f);
  return w.sum();
}
