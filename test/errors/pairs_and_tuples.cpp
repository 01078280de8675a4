// Pairs, tuples and optional objects whose parts are given values of other types.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

struct Point {
  double x = 0, y = 0;
  Point() = default;
  Point(double both) : x(both), y(both) {}
};

// expected-note@+1 {{derivative of 'pair_of_a_number' requested here}}
[[ad::differentiate(reverse)]]
double pair_of_a_number(double x) {
  // expected-error@+2 {{cannot differentiate a conversion to 'Point' here}}
  // expected-note@+1 {{convert the value in a statement of its own}}
  std::pair<Point, double> p(x, x);
  return p.first.x * p.second;
}

// expected-note@+1 {{derivative of 'optional_of_a_number' requested here}}
[[ad::differentiate(reverse)]]
double optional_of_a_number(double x) {
  std::optional<Point> p;
  // expected-error@+2 {{cannot differentiate a conversion to 'Point' here}}
  // expected-note@+1 {{convert the value in a statement of its own}}
  p = x;
  return p->x;
}

// expected-note@+1 {{derivative of 'other_optional' requested here}}
[[ad::differentiate(reverse)]]
double other_optional(double x) {
  std::optional<float> rough = 2.0f;
  std::optional<double> fine;
  // expected-error@+2 {{cannot differentiate this assignment to 'std::optional<double>'}}
  // expected-note@+1 {{assign a value of its own type}}
  fine = rough;
  return *fine * x;
}

// expected-note@+1 {{derivative of 'other_pair' requested here}}
[[ad::differentiate(reverse)]]
double other_pair(float x) {
  std::pair<float, float> rough(x, x);
  std::pair<double, double> fine;
  // expected-error@+2 {{cannot differentiate this assignment to 'std::pair<double, double>'}}
  // expected-note@+1 {{assign a value of its own type}}
  fine = rough;
  return fine.first;
}

// expected-note@+1 {{derivative of 'tied' requested here}}
[[ad::differentiate(reverse)]]
double tied(double x) {
  Point p;
  double d;
  // expected-error@+2 {{cannot differentiate this assignment to a tuple of references}}
  // expected-note@+1 {{assign the parts one by one}}
  std::tie(p, d) = std::make_pair(x, x);
  return p.x * d;
}

// expected-note@+1 {{derivative of 'applied' requested here}}
[[ad::differentiate(reverse)]]
double applied(double x, double y) {
  double (*f)(double, double) = std::pow;
  if (y > 1)
    f = std::fmin;
  std::tuple<double, double> t(x, 2 * x);
  // expected-error@+2 {{cannot differentiate this call of a function object}}
  // expected-note@+1 {{call it with the parts, one by one}}
  return std::apply(f, t);
}

double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
// expected-note@+1 {{derivative of 'visited' requested here}}
[[ad::differentiate(reverse)]]
double visited(double x) {
  double (*f)(double) = square;
  if (x > 1)
    f = cube;
  std::variant<double, float> v = x;
  // expected-error@+2 {{cannot differentiate this call of a function object}}
  // expected-note@+1 {{call it with the parts, one by one}}
  return std::visit(f, v);
}

struct Scale {
  double k;
  double of(double x) const { return k * x; }
};
// expected-note@+1 {{derivative of 'by_member' requested here}}
[[ad::differentiate(reverse)]]
double by_member(double x) {
  std::tuple<Scale, double> t(Scale{x}, 2 * x);
  // expected-error@+2 {{cannot differentiate this call of a function object}}
  // expected-note@+1 {{call it with the parts, one by one}}
  return std::apply(&Scale::of, t);
}
