// `new`, `delete`, `malloc` and `free`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate 'new'}}
  // expected-note@+1 {{let the caller own the memory and pass a pointer to it}}
  double *p = new double(x);
  double y = *p * x;
  // expected-error@+2 {{cannot differentiate 'delete'}}
  // expected-note@+1 {{let the caller own the memory and pass a pointer to it}}
  delete p;
  return y;
}

// expected-note@+1 2 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate a call to 'malloc'}}
  // expected-note@+1 {{let the caller own the memory and pass a pointer to it}}
  double *p = static_cast<double *>(std::malloc(sizeof(double)));
  *p = x;
  double y = *p * x;
  // expected-error@+2 {{cannot differentiate a call to 'free'}}
  // expected-note@+1 {{let the caller own the memory and pass a pointer to it}}
  std::free(p);
  return y;
}
