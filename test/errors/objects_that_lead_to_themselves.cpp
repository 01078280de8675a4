// Aggregates whose members start as pointers into them, where they are copied or constant.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Series {
  double k;
  double *p = &k;
};
// expected-note@+1 {{derivative of 'several' requested here}}
[[ad::differentiate(forward)]]
double several(double x) {
  // expected-error@+2 {{cannot differentiate an object of type 'Series' without a name, of which members start as what may lead to it}}
  // expected-note@+1 {{declare it as a variable}}
  Series a[1] = {{x}};
  a[0].k = x * x;
  return *a[0].p;
}

struct Fixed {
  double k;
  // expected-error@+2 {{cannot differentiate the constant member 'p' of an aggregate whose members start as what leads to it}}
  // expected-note@+1 {{make the member non-const}}
  double *const p = &k;
};
// expected-note@+1 {{derivative of 'fixed' requested here}}
[[ad::differentiate(forward)]]
double fixed(double x) {
  Fixed a{x};
  a.k = x * x;
  return *a.p;
}
