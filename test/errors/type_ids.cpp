// References and pointers to objects of std::type_info.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <typeinfo>

// expected-note@+1 {{derivative of 'named' requested here}}
[[ad::differentiate(reverse)]]
double named(double x) {
  // expected-error@+2 {{cannot differentiate this expression (CXXTypeidExpr)}}
  // expected-note@+1 {{compute it outside, or in a function marked [[ad::constant]]}}
  const std::type_info &t = typeid(x);
  return x * (t == typeid(double));
}

// expected-note@+1 2 {{derivative of 'compared' requested here}}
[[ad::differentiate(forward)]]
double compared(double x) {
  // expected-error@+2 2 {{cannot differentiate this expression (CXXTypeidExpr)}}
  // expected-note@+1 2 {{compute it outside, or in a function marked [[ad::constant]]}}
  const bool same = &typeid(x) == &typeid(float);
  return same ? x : 2 * x;
}
