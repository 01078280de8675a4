// Copies of arrays, pairs, maps and aggregates that hold a map.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <map>
#include <utility>

using Map = std::map<int, double>;

// expected-note@+1 {{derivative of 'arrays' requested here}}
[[ad::differentiate(forward)]]
double arrays(double x) {
  std::array<Map, 2> a;
  a[0][1] = x;
  // expected-error@+2 {{cannot differentiate this copy of an object that holds a map}}
  // expected-note@+1 {{pass it by reference, or copy its members one by one}}
  auto b = a;
  return b[0][1] * x;
}

// expected-note@+1 {{derivative of 'pairs' requested here}}
[[ad::differentiate(reverse)]]
double pairs(double x) {
  std::pair<Map, double> p;
  p.first[1] = x;
  // expected-error@+2 {{cannot differentiate this copy of an object that holds a map}}
  // expected-note@+1 {{pass it by reference, or copy its members one by one}}
  auto [m, w] = p;
  return m[1] * x;
}

// expected-note@+1 {{derivative of 'nested' requested here}}
[[ad::differentiate(forward)]]
double nested(double x) {
  std::map<int, Map> o, p;
  o[1][1] = x;
  // expected-error@+2 {{cannot differentiate this copy of an object that holds a map}}
  // expected-note@+1 {{pass it by reference, or copy its members one by one}}
  for (auto [key, m] : o)
    p[key] = m;
  return p[1][1];
}
