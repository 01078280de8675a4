// Unions that do not hold floating values of one type.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
union Number {
  double d;
  long l;
};

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  Number n;
  // expected-error@+2 {{cannot differentiate through a union of other things than one floating type}}
  // expected-note@+1 {{use a struct, or one variable for each member}}
  n.d = x;
  n.l += 1;
  // expected-error@+2 {{cannot differentiate through a union of other things than one floating type}}
  // expected-note@+1 {{use a struct, or one variable for each member}}
  return n.d;
}

union Rough {
  double d;
  float f;
};
// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate this initialiser of a union}}
  // expected-note@+1 {{assign to its member}}
  Rough r = {x};
  return x;
}
