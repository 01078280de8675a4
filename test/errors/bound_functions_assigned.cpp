// Assignments of what std::mem_fn makes.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

struct Point {
  double x, y;
  double sum(double t) const { return (x + y) * t; }
  double difference(double t) const { return (x - y) * t; }
};

// expected-note@+1 {{derivative of 'coordinate' requested here}}
[[ad::differentiate(reverse)]]
double coordinate(double x, bool second) {
  Point p{x, 2 * x};
  auto part = std::mem_fn(&Point::x);
  if (second)
    // expected-error@+2 {{cannot differentiate this assignment of a bound function}}
    // expected-note@+1 {{assign it to a std::function}}
    part = std::mem_fn(&Point::y);
  return part(p);
}

// expected-note@+1 {{derivative of 'method' requested here}}
[[ad::differentiate(forward)]]
double method(double x) {
  Point p{x, x * x};
  auto of = std::mem_fn(&Point::sum);
  // expected-error@+2 {{cannot differentiate this assignment of a bound function}}
  // expected-note@+1 {{assign it to a std::function}}
  of = std::mem_fn(&Point::difference);
  return of(p, x);
}
