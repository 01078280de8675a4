// Structured bindings that copy arrays of objects, or of classes that say themselves what is bound.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <string>
#include <utility>
#include <vector>

// expected-note@+1 {{derivative of 'vectors' requested here}}
[[ad::differentiate(reverse)]]
double vectors(double x) {
  std::vector<double> parts[2] = {{x}, {x, 2 * x}};
  // expected-error@+2 {{cannot differentiate a copy of a C array as a whole}}
  // expected-note@+1 {{bind it by reference, or use std::array}}
  auto [first, second] = parts;
  return first[0] * second[1];
}

struct Copied {
  double k;
  Copied(double k) : k(k) {}
  Copied(const Copied &other) : k(other.k) {}
};
// expected-note@+1 {{derivative of 'objects' requested here}}
[[ad::differentiate(forward)]]
double objects(const Copied (&pair)[2], double x) {
  // expected-error@+2 {{cannot differentiate a copy of a C array as a whole}}
  // expected-note@+1 {{bind it by reference, or use std::array}}
  auto [a, b] = pair;
  return a.k * b.k * x;
}

// expected-note@+1 {{derivative of 'names' requested here}}
[[ad::differentiate(reverse)]]
double names(const std::string (&pair)[2], double x) {
  // expected-error@+2 {{cannot differentiate a copy of a C array as a whole}}
  // expected-note@+1 {{bind it by reference, or use std::array}}
  auto [a, b] = pair;
  return a.size() * x;
}

struct Circle {
  double radius;
  template <std::size_t I> double get() const {
    return I == 0 ? radius : 3.14159 * radius * radius;
  }
};
template <> struct std::tuple_size<Circle> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, Circle> {
  using type = double;
};
// expected-note@+1 2 {{derivative of 'circle' requested here}}
[[ad::differentiate(reverse)]]
double circle(double x) {
  Circle c{x};
  // expected-error@+2 2 {{cannot differentiate a structured binding by a 'get' that does something else than return a member}}
  // expected-note@+1 2 {{call 'get' itself}}
  auto [radius, area] = c;
  return radius * area;
}

class Row {
  double values[2];

public:
  Row(double x) : values{x, 2 * x} {}
  template <std::size_t I> double get() const { return values[I]; }
};
template <> struct std::tuple_size<Row> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, Row> {
  using type = double;
};
// expected-note@+1 2 {{derivative of 'row' requested here}}
[[ad::differentiate(forward)]]
double row(double x) {
  // expected-error@+2 2 {{cannot differentiate a structured binding by a 'get' that does something else than return a member}}
  // expected-note@+1 2 {{call 'get' itself}}
  auto [a, b] = Row(x);
  return a * b;
}
