// Operators, constructors and destructors cannot be annotated themselves.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct S {
  double a;
  // expected-error@+2 {{'ad::differentiate' cannot be applied to a constructor}}
  // expected-note@+1 {{write a function that does the same and annotate that; calls inside it are differentiated}}
  [[ad::differentiate(reverse)]] S(double x) : a(x) {}
  // expected-error@+2 {{'ad::differentiate' cannot be applied to an operator other than 'operator()'}}
  // expected-note@+1 {{write a function that does the same and annotate that; calls inside it are differentiated}}
  [[ad::differentiate(reverse)]] double operator*(double x) const { return a * x; }
};
