// Virtual base classes.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct A {
  double a;
};
struct B : virtual A {
  double b;
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+1 {{cannot differentiate through a virtual base class}}
double f(const B &s) { return s.a * s.b; }
