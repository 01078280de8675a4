// Iterators that are compared by '<=>' or by a function object.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <compare>
#include <functional>
#include <map>
#include <string>
#include <vector>

using It = std::vector<double>::iterator;
using Table = std::map<std::string, double>;

// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(reverse)]]
double ordered(std::vector<double> &v, double x) {
  // expected-error@+2 {{cannot differentiate this operator of an iterator}}
  // expected-note@+1 {{use '==', '<' or '-'}}
  auto order = v.begin() <=> v.end();
  return order < 0 ? v[0] * x : x;
}

// expected-note@+1 {{derivative of 'compared' requested here}}
[[ad::differentiate(reverse)]]
double compared(std::vector<double> &v, double x) {
  std::equal_to<It> same;
  // expected-error@+2 {{cannot differentiate this operator of an iterator}}
  // expected-note@+1 {{use '==', '<' or '-'}}
  return same(v.begin(), v.end()) ? x : v[0] * x;
}

// expected-note@+1 {{derivative of 'found' requested here}}
[[ad::differentiate(forward)]]
double found(Table &m, double x) {
  // expected-error@+2 {{cannot differentiate this operator of an iterator}}
  // expected-note@+1 {{use ++, --, == and !=}}
  return std::not_equal_to<>()(m.find("a"), m.end()) ? m["a"] * x : x;
}
