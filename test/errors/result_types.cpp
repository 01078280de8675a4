// Annotated functions whose result is a pointer, a reference, or deduced.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-error@+2 {{'ad::differentiate' cannot be applied to a function that returns a pointer or a reference}}
// expected-note@+1 {{return the value, or write to an out-parameter}}
[[ad::differentiate(reverse)]] double &f(double &x) { return x *= 2; }
// expected-error@+2 {{'ad::differentiate' cannot be applied to a function that returns a pointer or a reference}}
// expected-note@+1 {{return the value, or write to an out-parameter}}
[[ad::differentiate(reverse)]] double *g(double *x) { return x + 1; }
// expected-error@+2 {{'ad::differentiate' cannot be applied to a function whose result type is deduced}}
// expected-note@+1 {{write the result type}}
[[ad::differentiate(reverse)]] auto h(double x) { return x * x; }
