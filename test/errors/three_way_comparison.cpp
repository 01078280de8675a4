// Numbers that are compared by '<=>'.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <compare>

// expected-note@+1 {{derivative of 'smaller' requested here}}
[[ad::differentiate(reverse)]]
double smaller(double x, double y) {
  // expected-error@+2 {{cannot differentiate through '<=>' here}}
  // expected-note@+1 {{compare with '<' and '=='}}
  return (x <=> y) < 0 ? x * x : y;
}

// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(forward)]]
double ordered(double x, int i, int j) {
  // expected-error@+2 {{cannot differentiate through '<=>' here}}
  // expected-note@+1 {{compare with '<' and '=='}}
  if (const auto order = i <=> j; order != 0)
    return order < 0 ? x * x : x;
  return 2 * x;
}
