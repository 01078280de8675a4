// Views that are no pipeline over a container, and other uses of them than a range-based `for`
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <numeric>
#include <ranges>
#include <vector>

// expected-note@+1 {{derivative of 'joined' requested here}}
[[ad::differentiate(reverse)]]
double joined(const std::vector<std::vector<double>> &rows) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate a loop over these views}}
  // expected-note@+1 {{write it with an index, or copy the elements into a std::vector}}
  for (double x : rows | std::views::join)
    s += x * x;
  return s;
}

// expected-note@+1 {{derivative of 'part' requested here}}
[[ad::differentiate(reverse)]]
double part(const std::vector<double> &v) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate these views}}
  // expected-note@+1 {{write the loop, or copy the elements into a std::vector}}
  auto tail = std::ranges::subrange(v.begin() + 1, v.end());
  for (double x : tail)
    s += x * x;
  return s;
}

// expected-note@+1 3 {{derivative of 'total' requested here}}
[[ad::differentiate(reverse)]]
double total(const double *x, int n) {
  auto squares = std::views::iota(0, n) | std::views::transform([x](int i) { return x[i] * x[i]; });
  // expected-error@+3 2 {{cannot differentiate a use of 'squares' here}}
  // expected-error@+2 {{cannot differentiate a call to 'std::accumulate', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  return std::accumulate(squares.begin(), squares.end(), 0.0);
}

// expected-note@+1 {{derivative of 'counted' requested here}}
[[ad::differentiate(reverse)]]
double counted(const std::vector<double> &v) {
  int calls = 0;
  double s = 0;
  // expected-error@+2 {{cannot differentiate these views: a transform that changes something is called more than once for an element}}
  // expected-note@+1 {{write the loop}}
  for (double x : v | std::views::transform([&](double each) { return ++calls, each * each; }) |
                      std::views::filter([](double each) { return each > 0.5; }))
    s += x;
  return s + calls;
}
