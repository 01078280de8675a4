// Vector types of Clang and GCC.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
typedef double double4 __attribute__((vector_size(32)));

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a) {
  // expected-error@+2 {{cannot differentiate vector types}}
  // expected-note@+1 {{write a loop over the elements: the compiler vectorises it}}
  double4 v = {a[0], a[1], a[2], a[3]};
  v *= v;
  return v[0] + v[3];
}
