// `goto` and labels.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
// expected-error@+2 {{cannot differentiate a label}}
// expected-note@+1 {{use a loop, or 'break', 'continue' and 'return'}}
again:
  x *= x;
  if (x > 0.1)
    // expected-error@+2 {{cannot differentiate a goto}}
    // expected-note@+1 {{use a loop, or 'break', 'continue' and 'return'}}
    goto again;
  return x;
}
