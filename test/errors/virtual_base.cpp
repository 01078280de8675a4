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
// expected-error@+2 {{cannot differentiate through a virtual base class}}
// expected-note@+1 {{derive from it without 'virtual', or let the classes share what it holds by a pointer}}
double f(const B &s) { return s.a * s.b; }
