// `try` blocks.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a function with a try block}}
  // expected-note@+1 {{catch the exception in the caller, or in a function marked [[ad::constant]]}}
  try {
    if (x > 1)
      throw 1;
    x *= x;
  } catch (int) {
    x = 0;
  }
  return x;
}
