// Vectors of pointers to constant data and to other data, in reverse mode.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(double x, [[ad::constant]] const std::vector<double *> &others) {
  double y = x;
  std::vector<double *> p;
  p.push_back(&y);
  // expected-error@+2 {{cannot differentiate: a pointer in this vector may lead to storage that carries derivatives, but this one does not}}
  // expected-note@+1 {{keep pointers to constant data in vectors of their own}}
  p.push_back(others[0]);
  return *p[0] * *p[1];
}

// expected-note@+1 {{derivative of 'listed' requested here}}
[[ad::differentiate(reverse)]]
double listed(double x, [[ad::constant]] const double *weight) {
  // expected-error@+2 {{cannot differentiate: a pointer in this vector may lead to storage that carries derivatives, but this one does not}}
  // expected-note@+1 {{keep pointers to constant data in vectors of their own}}
  std::vector<const double *> p{&x, weight};
  return *p[0] * *p[1];
}

// expected-note@+1 {{derivative of 'swapped' requested here}}
[[ad::differentiate(reverse)]]
double swapped(double x, [[ad::constant]] std::vector<double *> &others) {
  double y = x;
  std::vector<double *> p{&y};
  // expected-error@+2 {{cannot differentiate: a pointer in this vector may lead to storage that carries derivatives, but this one does not}}
  // expected-note@+1 {{keep pointers to constant data in vectors of their own}}
  p.swap(others);
  return *p[0];
}

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(double x, [[ad::constant]] double &weight) {
  double y = x;
  std::vector<double *> p;
  p.push_back(&y);
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries derivatives, but what it is set to here has none}}
  // expected-note@+1 {{keep pointers to constant data in variables of their own, or in members marked [[ad::constant]]}}
  p.push_back(&weight);
  return *p[0] * *p[1];
}

// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(reverse)]]
double assigned(double x, [[ad::constant]] std::vector<double> &weights) {
  double y = x;
  std::vector<double *> p(2);
  p[0] = &y;
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries derivatives, but what it is set to here has none}}
  // expected-note@+1 {{keep pointers to constant data in variables of their own, or in members marked [[ad::constant]]}}
  p[1] = &weights[0];
  return *p[0] * *p[1];
}
