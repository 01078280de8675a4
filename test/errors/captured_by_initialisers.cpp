// The initialisers of captures are looked at like any others.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'wide' requested here}}
[[ad::differentiate(forward)]]
double wide(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '__float128'}}
  // expected-note@+1 {{use float, double or long double}}
  auto f = [n = (double)((__float128)x * x)] { return n; };
  return f() * x;
}

// expected-note@+1 {{derivative of 'narrow' requested here}}
[[ad::differentiate(reverse)]]
double narrow(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '_Float16'}}
  // expected-note@+1 {{use float, double or long double}}
  auto f = [n = (float)(_Float16)x] { return n; };
  return f() * x;
}

// expected-note@+1 {{derivative of 'read' requested here}}
[[ad::differentiate(reverse)]]
double read(double x) {
  volatile double v = x; // expected-error {{cannot differentiate a volatile object}} expected-note {{copy it into a plain variable outside the function}}
  auto f = [n = v] { return n; };
  return f() * x;
}
