// Unions: which member is active is not known.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
union Number {
  double d;
  long l;
};

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  Number n;
  // expected-error@+2 {{cannot differentiate through a union}}
  // expected-note@+1 {{use a struct, or one variable for each member}}
  n.d = x;
  n.l += 1;
  // expected-error@+2 {{cannot differentiate through a union}}
  // expected-note@+1 {{use a struct, or one variable for each member}}
  return n.d;
}
