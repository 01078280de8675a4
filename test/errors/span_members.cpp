// Spans as members of objects that a function makes
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <span>
#include <vector>
struct Polynomial {
  std::span<const double> c;
  double operator()(double x) const {
    double r = 0;
    for (double v : c)
      r = r * x + v;
    return r;
  }
};

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(forward, reverse)]]
double made(const std::vector<double> &x) {
  // expected-error@+2 {{cannot differentiate the span 'c', a member of a class}}
  // expected-note@+1 {{hold a pointer and a number of elements}}
  Polynomial p{x};
  return p(x[0]);
}

// One that the caller has made is only read.
[[ad::differentiate(forward, reverse)]]
double given(const Polynomial &p, double x) { return p(x); }
