// Variable-length arrays.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  // expected-error@+2 {{cannot differentiate a variable-length array}}
  // expected-note@+1 {{use an array of fixed size, or take a pointer}}
  double t[n];
  for (int i = 0; i < n; ++i)
    t[i] = a[i] * a[i];
  return t[0];
}
