// Closures that are stored in objects, and instances of generic lambdas that nobody names.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
template <class F> struct Scaled {
  F f;
  double k;
};

// expected-note@+1 {{derivative of 'stored' requested here}}
[[ad::differentiate(reverse)]]
double stored(double a, double x) {
  auto f = [=](double t) { return t * a; };
  // expected-error@+2 {{cannot differentiate a use of the closure 'f' here}}
  // expected-note@+1 {{call it, or pass it to a function that is called: it is not stored in objects}}
  Scaled<decltype(f)> s{f, x};
  return s.k;
}

// expected-note@+1 {{derivative of 'generic' requested here}}
[[ad::differentiate(reverse)]]
double generic(double x) {
  double (*p)(double) = [](auto t) { return t * t; };
  // expected-error@+2 {{cannot differentiate this call: which instance of the generic lambda it runs is not known}}
  // expected-note@+1 {{call the function itself, or pass it to a function template}}
  return p(x);
}
