// Computed goto.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 3 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, int n) {
  // expected-error@+2 {{cannot differentiate the address of a label}}
  // expected-note@+1 {{use a switch}}
  static void *table[] = {&&one, &&two};
  // expected-error@+2 {{cannot differentiate a computed goto}}
  // expected-note@+1 {{use a switch}}
  goto *table[n];
// expected-error@+2 {{cannot differentiate a label}}
// expected-note@+1 {{use a loop, or 'break', 'continue' and 'return'}}
one:
  x *= x;
two:
  return x;
}
