// Keys of maps that depend on what is differentiated: they carry no derivatives. Nor do the pairs
// that maps hold in other places.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <map>
#include <utility>
#include <vector>

// expected-note@+1 {{derivative of 'by_element' requested here}}
[[ad::differentiate(reverse)]]
double by_element(const std::vector<double> &v) {
  std::map<double, double> m;
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  m[v[0]] = v[1];
  return m.begin()->first * m.begin()->second;
}

// expected-note@+1 {{derivative of 'by_list' requested here}}
[[ad::differentiate(forward)]]
double by_list(double x) {
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  std::map<double, double> m{{x, 1.0}};
  return m.begin()->first;
}

// expected-note@+1 {{derivative of 'inserted' requested here}}
[[ad::differentiate(reverse)]]
double inserted(double x, double y) {
  std::map<double, double> m;
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  m.insert({x * y, y});
  return m.begin()->first;
}

// expected-note@+1 {{derivative of 'emplaced' requested here}}
[[ad::differentiate(reverse)]]
double emplaced(double x, double y) {
  std::map<double, double> m;
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  m.emplace(std::sin(x), y);
  return m.begin()->first;
}

// expected-note@+1 {{derivative of 'from_pairs' requested here}}
[[ad::differentiate(reverse)]]
double from_pairs(double x, double y) {
  std::vector<std::pair<double, double>> v{{x, y}, {y, x}};
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  std::map<double, double> m(v.begin(), v.end());
  return m.begin()->first;
}

// expected-note@+1 {{derivative of 'pair' requested here}}
[[ad::differentiate(reverse)]]
double pair(double x, double y) {
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  std::pair<const double, double> p{x, y};
  return p.first * p.second;
}

struct Curve {
  std::map<double, double> rates;
  // expected-error@+2 {{cannot differentiate through the key of a map, which depends on what is differentiated}}
  // expected-note@+1 {{mark what it is made of [[ad::constant]], or keep the numbers in a vector}}
  void put(double t, double r) { rates[t] = r; }
};

// expected-note@+1 {{derivative of 'in_a_method' requested here}}
[[ad::differentiate(reverse)]]
double in_a_method(double x, double y) {
  Curve c;
  c.put(1.0, y);
  c.put(x, y);
  return c.rates.begin()->first;
}

struct Derived : std::pair<const double, double> {
  using pair::pair;
};

// expected-note@+1 {{derivative of 'derived' requested here}}
[[ad::differentiate(reverse)]]
double derived(double x, double y) {
  // expected-error@+2 {{cannot differentiate a class with a part of type 'std::pair<const double, double>'}}
  // expected-note@+1 {{hold the numbers in members of the class}}
  Derived p(x, y);
  return p.first * p.second;
}

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::pair<const double, double>'}}
// expected-note@+1 {{pass the numbers one by one, or the map}}
double given(const std::pair<const double, double> &p) {
  return p.first * p.second;
}

// expected-note@+1 {{derivative of 'by_pair' requested here}}
[[ad::differentiate(reverse)]]
double by_pair(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::map<std::pair<double, int>, double>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::map<std::pair<double, int>, double> m;
  m[{1.0, 2}] = x;
  return m.begin()->second;
}
