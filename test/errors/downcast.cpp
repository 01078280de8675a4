// Casts from a base class to a derived class.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct A {
  double a;
};
struct B : A {
  double b;
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a cast from a base class to a derived class}}
// expected-note@+1 {{take a reference to the derived class instead}}
double f(const A &s) { return static_cast<const B &>(s).b * s.a; }
