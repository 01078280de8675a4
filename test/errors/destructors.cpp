// Objects whose destructor has effects.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Guard {
  double *p;
  ~Guard() { *p *= 2; }
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  {
    // expected-error@+2 {{cannot differentiate a variable of type 'Guard', whose destructor is not trivial}}
    // expected-note@+1 {{keep the object in the caller and pass it by reference}}
    Guard g{&x};
    x *= x;
  }
  return x;
}
