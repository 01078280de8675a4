// Pointers to members.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct S {
  double a, b;
  double twice() const { return 2 * a; }
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate through a pointer to member}}
// expected-note@+1 {{name the member directly}}
double f(const S &s, double S::*field) { return s.*field * s.a; }

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer}}
// expected-note@+1 {{call the function directly}}
double g(const S &s, double (S::*method)() const) { return (s.*method)() * s.a; }
