// Members of aggregates whose initialisers use the object itself: a method, a lambda, its address.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>

struct Square {
  double side;
  double area() const { return side * side; }
  // expected-error@+1 {{cannot differentiate a use of 'this' here}}
  double cost = 2 * area();
};
// expected-note@+1 {{derivative of 'by_method' requested here}}
[[ad::differentiate(reverse)]]
double by_method(double x) {
  Square s{x};
  return s.cost * s.side;
}

struct Circle {
  double r;
  // expected-error@+1 {{cannot differentiate a use of 'this' here}}
  double area = [this] { return 3 * r * r; }();
};
// expected-note@+1 {{derivative of 'by_lambda' requested here}}
[[ad::differentiate(forward)]]
double by_lambda(double x) {
  Circle c{x};
  return c.area * x;
}

struct Ring {
  double v;
  // expected-error@+1 {{cannot differentiate a use of 'this' here}}
  Ring *next = this;
};
// expected-note@+1 {{derivative of 'own_address' requested here}}
[[ad::differentiate(reverse)]]
double own_address(double x) {
  Ring r{x};
  return r.next->v * x;
}

struct Cube {
  double side;
  double volume() const { return side * side * side; }
  // expected-error@+1 {{cannot differentiate a use of 'this' here}}
  double weight = 2 * volume();
};
// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(double x) {
  std::vector<Cube> all;
  all.push_back({x});
  return all[0].weight;
}

struct Model {
  double k = 2;
  // expected-error@+1 {{cannot differentiate a use of 'this' here}}
  double start = [this] { return k * k; }();
};
// expected-note@+1 {{derivative of 'by_constructor' requested here}}
[[ad::differentiate(reverse)]]
double by_constructor(double x) {
  Model m;
  m.k = x;
  return m.start * m.k;
}
