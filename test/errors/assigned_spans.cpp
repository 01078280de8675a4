// Spans without a name that are assigned to.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <span>

std::span<double> inner(std::span<double> s) { return s.subspan(1, s.size() - 2); }

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
double returned(std::span<double> s, std::span<double> by) {
  // expected-error@+2 {{cannot differentiate an assignment to this span}}
  // expected-note@+1 {{declare a new one}}
  inner(s) = by;
  return s[1] * s[2];
}

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(forward)]]
double made(double *x, int n, std::span<double> by) {
  // expected-error@+2 {{cannot differentiate an assignment to this span}}
  // expected-note@+1 {{declare a new one}}
  std::span<double>(x, n) = by;
  return x[0] * x[1];
}
