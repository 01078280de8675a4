// Statement expressions, a GNU extension.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a statement expression}}
  // expected-note@+1 {{write the statements before the expression}}
  return ({
    double y = x * x;
    y + 1;
  });
}
