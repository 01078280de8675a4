// Algorithms of std::ranges over two containers, and with projections.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <ranges>
#include <vector>

using V = std::vector<double>;

// expected-note@+1 {{derivative of 'two' requested here}}
[[ad::differentiate(reverse)]]
double two(const V &v, const V &w) {
  // expected-error@+2 {{cannot differentiate a call to 'std::ranges::__equal_fn::operator()', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  return std::ranges::equal(v, w) ? v[0] : w[0];
}

// expected-note@+1 {{derivative of 'projected' requested here}}
[[ad::differentiate(reverse)]]
double projected(V v) {
  // expected-error@+2 {{cannot differentiate a call to 'std::ranges::__partition_point_fn::operator()', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  return *std::ranges::partition_point(v, [](double t) { return t > 0; }, [](double t) { return -t; });
}
