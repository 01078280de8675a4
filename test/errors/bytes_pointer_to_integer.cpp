// Pointers to active memory that become integers.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double *x) {
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'double *' as 'unsigned long'}}
  // expected-note@+1 {{use the value with its own type; values that are copied as bytes lose their derivatives}}
  unsigned long address = (unsigned long)x;
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'unsigned long' as 'double *'}}
  // expected-note@+1 {{use the value with its own type; values that are copied as bytes lose their derivatives}}
  return *(double *)address;
}
