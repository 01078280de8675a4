// Casts down from a base class without floating values, where the object is not seen.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Base {};
struct Derived : Base {
  double x;
};

static double halved(const Base &b, int n) {
  return n == 0 ? static_cast<const Derived &>(b).x : halved(b, n - 1) / 2;
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(forward)]]
double f(double x) {
  Derived d;
  d.x = x;
  // expected-error@+2 {{cannot differentiate a call to 'halved', which casts an object down and is recursive or returns from inside a loop}}
  // expected-note@+1 {{pass the object as one of its own class}}
  return halved(d, 3);
}

// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(reverse)]]
double pointed(double x) {
  Derived d;
  d.x = x;
  Base *b = &d;
  // expected-error@+2 {{cannot differentiate this cast down from 'Base', which holds no floating values}}
  // expected-note@+1 {{use the object as one of its own class}}
  return static_cast<Derived *>(b)->x;
}
