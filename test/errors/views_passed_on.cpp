// Views that are passed to functions, or chosen between.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <ranges>
#include <vector>

// expected-note@+1 {{derivative of 'largest' requested here}}
[[ad::differentiate(reverse)]]
double largest(const std::vector<double> &a) {
  // expected-error@+2 {{cannot differentiate these views here}}
  // expected-note@+1 {{loop over them with a range-based 'for', or copy the elements into a std::vector}}
  return std::ranges::max(a | std::views::take(2));
}

// expected-note@+1 {{derivative of 'reassigned' requested here}}
[[ad::differentiate(reverse)]]
double reassigned(const std::vector<double> &a) {
  auto v = a | std::views::take(1);
  // expected-error@+2 {{cannot differentiate these views here}}
  // expected-note@+1 {{loop over them with a range-based 'for', or copy the elements into a std::vector}}
  v = a | std::views::take(2);
  double s = 0;
  for (double x : v)
    s += x;
  return s;
}

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(const std::vector<double> &a, bool one) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate a loop over these views}}
  // expected-note@+1 {{write it with an index, or copy the elements into a std::vector}}
  for (double x : one ? a | std::views::take(1) : a | std::views::take(2))
    s += x;
  return s;
}
