// Choices with `?:` that are written to, and that no pointer can stand for.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <set>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x, double y) {
  // expected-error@+2 {{cannot differentiate this choice between places}}
  // expected-note@+1 {{use 'if'}}
  (x ?: y) *= 2;
  return x * y;
}

class Rate { // which zero bytes do not make: one with a set
public:
  explicit Rate(double v) : at{1}, v(v) {}
  std::set<int> at;
  double v;
};

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(reverse)]]
double made(double x) {
  Rate c(x);
  // expected-error@+2 {{cannot differentiate a choice between objects of type 'Rate', which has no default constructor}}
  // expected-note@+1 {{use pointers to objects that exist, or give it one}}
  Rate r = x > 1 ? Rate(x * x) : c;
  return r.v * c.v;
}
