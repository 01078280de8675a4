// `alloca`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'alloca'}}
  // expected-note@+1 {{use 'new' or 'malloc', or let the caller own the memory}}
  double *t = static_cast<double *>(__builtin_alloca(n * sizeof(double)));
  t[0] = x;
  return t[0] * x;
}
