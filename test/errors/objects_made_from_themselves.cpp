// Objects that may be missing, of a class with an assignment of its own, made from themselves.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <optional>
#include <variant>

struct Point {
  double x, y;
  Point &operator=(const Point &p) {
    x = p.x;
    y = p.y;
    return *this;
  }
};

// expected-note@+1 {{derivative of 'perhaps' requested here}}
[[ad::differentiate(reverse)]]
double perhaps(double x) {
  std::optional<Point> p = Point{x, x};
  // expected-error@+2 {{cannot differentiate this assignment in reverse mode: the object is made from itself, and its class does not copy member by member}}
  // expected-note@+1 {{make the new value in a variable of its own}}
  p = Point{p->y * x, p->x};
  return p->x * p->y;
}

// expected-note@+1 {{derivative of 'one_of_two' requested here}}
[[ad::differentiate(reverse)]]
double one_of_two(double x) {
  std::variant<Point, double> p = Point{x, x};
  // expected-error@+2 {{cannot differentiate this assignment in reverse mode: the object is made from itself, and its class does not copy member by member}}
  // expected-note@+1 {{make the new value in a variable of its own}}
  p = Point{std::get<Point>(p).y * x, std::get<Point>(p).x};
  return std::get<Point>(p).x;
}

// expected-note@+1 {{derivative of 'in_an_array' requested here}}
[[ad::differentiate(reverse)]]
double in_an_array(double x, int n) {
  std::optional<Point> p[2] = {Point{x, x}, Point{x, 2}};
  for (int i = 0; i < n; ++i)
    // expected-error@+2 {{cannot differentiate this assignment in reverse mode: the object is made from itself, and its class does not copy member by member}}
    // expected-note@+1 {{make the new value in a variable of its own}}
    p[i % 2] = Point{p[0]->x * x, p[1]->y};
  return p[0]->x * p[1]->y;
}
