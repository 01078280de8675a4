// `reinterpret_cast` of active memory.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double copy = x;
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'double *' as 'long *'}}
  // expected-note@+1 {{use the value with its own type; values that are copied as bytes lose their derivatives}}
  return *reinterpret_cast<long *>(&copy) * x;
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(forward)]]
float g(double *x) {
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'double *' as 'float *'}}
  // expected-note@+1 {{use the value with its own type; values that are copied as bytes lose their derivatives}}
  return *(float *)x;
}
