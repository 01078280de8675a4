// Variadic constructors, lambdas and functions that are differentiated themselves or in place.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Scale {
  double k;
  // expected-error@+2 {{cannot differentiate a variadic function}}
  // expected-note@+1 {{take a pointer and a length}}
  Scale(double x, ...) : k(x) {}
};
// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(reverse)]]
double made(double x) {
  Scale s(x, 1, 2);
  return s.k * x;
}

// expected-note@+1 {{derivative of 'lambda' requested here}}
[[ad::differentiate(forward)]]
double lambda(double x) {
  // expected-error@+2 {{cannot differentiate a variadic function}}
  // expected-note@+1 {{take a pointer and a length}}
  auto f = [x](int n, ...) { return x * n; };
  return f(3, 1.0);
}

// expected-error@+2 {{cannot differentiate a variadic function}}
// expected-note@+1 {{take a pointer and a length}}
static double &first(double &x, ...) { return x; }
// expected-note@+1 {{derivative of 'reference' requested here}}
[[ad::differentiate(reverse)]]
double reference(double x) {
  first(x, 1) *= 2;
  return x * x;
}
