// Pointers to members: to virtual methods, to fields of which some carry no derivative.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct S {
  double a;
  [[ad::constant]] double b;
  virtual double twice() const { return 2 * a; }
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate through this pointer to member}}
// expected-note@+1 {{name the member directly}}
double f(const S &s, double S::*field) { return s.*field * s.a; }

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer to member: the class has virtual methods of its type}}
// expected-note@+1 {{call the method directly}}
double g(const S &s, double (S::*method)() const) { return (s.*method)() * s.a; }
