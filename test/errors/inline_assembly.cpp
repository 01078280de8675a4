// Inline assembly.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double y;
  // expected-error@+2 {{cannot differentiate inline assembly}}
  // expected-note@+1 {{write it in C++, or give a rule for the function by hand}}
  asm("sqrtsd %1, %0" : "=x"(y) : "x"(x));
  return y;
}
