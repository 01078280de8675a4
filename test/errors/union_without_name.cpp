// A union without a name that is no variable of the function's.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
static union {
  double mass;
  double parts[2];
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate through a union without a name outside of functions}}
  // expected-note@+1 {{give it a name}}
  return mass * x;
}
