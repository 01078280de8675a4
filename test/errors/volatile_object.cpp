// Volatile objects.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a volatile object}}
  // expected-note@+1 {{copy it into a plain variable outside the function}}
  volatile double y = x;
  return y * y;
}
