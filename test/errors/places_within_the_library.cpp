// Errors within the library are at the user's line; calls of makers of smart pointers, unseen.
// RUN: %clang_ad_plugin -w -std=c++20 -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <memory>
#include <vector>
double unseen(double x);
// expected-note@+1 {{derivative of 'transformed' requested here}}
[[ad::differentiate(forward)]]
double transformed(double x) {
  std::vector<double> v{x, x};
  // expected-error@+2 {{cannot differentiate this call: the body of 'unseen' is not visible here}}
  // expected-note@+1 {{annotate its declaration with [[ad::differentiate(forward)]], write its rule as a function 'unseen_forward', or mark it [[ad::constant]]}}
  std::transform(v.begin(), v.end(), v.begin(), unseen);
  return v[0];
}

// expected-note@+1 {{derivative of 'larger' requested here}}
[[ad::differentiate(forward)]]
double larger(const std::vector<double> &x, [[ad::constant]] const std::vector<double> &y) {
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  return std::max(x, y)[1];
}

double *place(double x);
// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(reverse)]]
double kept(double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: the object of type 'double *' that 'place' returns leads to storage that carries derivatives}}
  // expected-note@+1 {{write it to an output parameter}}
  double *p = place(x);
  return *p;
}

std::unique_ptr<double> make(double x);
// expected-note@+1 {{derivative of 'owned' requested here}}
[[ad::differentiate(forward)]]
double owned(double x) {
  // expected-error@+2 {{cannot differentiate a call to 'make', whose result is of type 'std::unique_ptr<double>' and whose body is not visible here}}
  // expected-note@+1 {{define it in this file}}
  auto p = make(x);
  return *p;
}
