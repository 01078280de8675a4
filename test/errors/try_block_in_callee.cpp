// `try` blocks in a function that is called.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
double half(double x) {
  // expected-error@+2 {{cannot differentiate a function with a try block}}
  // expected-note@+1 {{catch the exception in the caller, or in a function marked [[ad::constant]]}}
  try {
    throw x / 2;
  } catch (double y) {
    return y;
  }
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) { return half(x) * x; }
