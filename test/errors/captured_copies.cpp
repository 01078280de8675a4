// Copies that lambdas hold of objects whose class has a copy constructor of its own.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

struct Gain {
  double k;
  Gain(double k) : k(k) {}
  Gain(const Gain &other) : k(other.k) {}

  // expected-note@+1 {{derivative of 'Gain::times' requested here}}
  [[ad::differentiate(reverse)]]
  double times(double x) const {
    // expected-error@+2 {{cannot differentiate this copy of a captured object of type 'Gain', which has a copy constructor of its own}}
    // expected-note@+1 {{capture it by reference}}
    auto f = [*this](double y) { return k * y; };
    return f(x);
  }

  // expected-note@+1 {{derivative of 'Gain::growing' requested here}}
  [[ad::differentiate(forward)]]
  double growing(double x) {
    // expected-error@+2 {{cannot differentiate this copy of a captured object of type 'Gain', which has a copy constructor of its own}}
    // expected-note@+1 {{capture it by reference}}
    auto f = [*this](double y) mutable { return k += y; };
    return f(x) * f(x);
  }
};

// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(double x) {
  Gain g(x);
  auto f = [g](double y) mutable { return g.k += y; };
  // expected-error@+2 {{cannot differentiate this copy of a captured object of type 'Gain', which has a copy constructor of its own}}
  // expected-note@+1 {{capture it by reference}}
  auto h = f;
  return f(x) * h(x);
}

// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(forward)]]
double kept(double x) {
  Gain g(x);
  auto f = [g](double y) mutable { return g.k += y; };
  // expected-error@+2 {{cannot differentiate this copy of a captured object of type 'Gain', which has a copy constructor of its own}}
  // expected-note@+1 {{capture it by reference}}
  std::function<double(double)> h = f;
  return f(x) * h(x);
}
