// Members of reference type.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct View {
  double &x;
};

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  View v{x};
  // expected-error@+2 {{cannot differentiate through 'x', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  v.x *= 2;
  // expected-error@+2 {{cannot differentiate through 'x', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  return x * v.x;
}
