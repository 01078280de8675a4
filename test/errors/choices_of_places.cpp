// Choices with `?:` that are written to, and that no pointer can stand for.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, double y) {
  // expected-error@+2 {{cannot differentiate this choice between places}}
  // expected-note@+1 {{use 'if'}}
  (x ?: y) *= 2;
  return x * y;
}
