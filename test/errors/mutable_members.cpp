// Mutable members of objects that are given as constants
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>

struct Sum {
  mutable double total;
  [[ad::constant]] mutable double last = 0;
  double weight;
  void add(double x) const {
    last = 1;
    total += weight * x;
  }
};

// What is written out changes a variable of the function's own.
[[ad::differentiate(forward, reverse)]]
double own(double x) {
  Sum s{x, 0, 2};
  s.add(std::sin(x));
  return s.total;
}

static void addAll(const Sum &s, double x, int n) {
  if (n == 0)
    return;
  // expected-error@+2 {{cannot differentiate a change of a mutable member in an object that is given as a constant}}
  // expected-note@+1 {{take the object by a reference to what may change, or mark the member [[ad::constant]]}}
  s.total += s.weight * x;
  addAll(s, x, n - 1); // expected-note 0+{{}}
}

// expected-note@+1 {{derivative of 'recursive' requested here}}
[[ad::differentiate(reverse)]]
double recursive(double x) {
  Sum s{x, 0, 2};
  addAll(s, std::sin(x), 3); // expected-note 0+{{}}
  return s.total;
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double r) const = 0;
};
struct Circle : Shape {
  mutable double last = 0;
  double area(double r) const override {
    // expected-error@+2 {{cannot differentiate a change of a mutable member in an object that is given as a constant}}
    // expected-note@+1 {{take the object by a reference to what may change, or mark the member [[ad::constant]]}}
    last = r;
    return 3.14 * r * last;
  }
};

// expected-note@+1 {{derivative of 'dispatched' requested here}}
[[ad::differentiate(reverse)]]
double dispatched(const Shape &s, double x) {
  return s.area(x); // expected-note 0+{{}}
}
