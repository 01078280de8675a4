// Globals that carry a value which depends on a parameter.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
double last = 0;

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a write to 'last', which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  last = x;
  return last * x;
}
