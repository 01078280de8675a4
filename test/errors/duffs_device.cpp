// A `case` label inside another statement of the switch.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, int n) {
  switch (n % 2) {
  case 0:
    // expected-error@+2 {{cannot differentiate a case label inside another statement}}
    // expected-note@+1 {{put the case labels directly into the switch}}
    do {
      x *= 2;
    case 1:
      x = x * x;
    } while (--n > 0);
  }
  return x;
}
