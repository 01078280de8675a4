// Calls of blocks.
// RUN: %clang_ad_plugin -fblocks -fsyntax-only -Xclang -verify %s

// expected-note@+1 {{derivative of 'called' requested here}}
[[ad::differentiate(reverse)]] double called(double x, double (^b)(double)) {
  // expected-error@+2 {{cannot differentiate a call of a block}}
  // expected-note@+1 {{take a function or a lambda instead}}
  return b(x) * x;
}
