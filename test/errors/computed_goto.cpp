// Computed goto.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, int n) {
  // expected-error@+2 {{cannot differentiate the address of a label}}
  // expected-note@+1 {{use a switch}}
  static void *table[] = {&&one, &&two};
  // expected-error@+2 {{cannot differentiate a computed goto}}
  // expected-note@+1 {{use a switch}}
  goto *table[n];
one:
  x *= x;
two:
  return x;
}
