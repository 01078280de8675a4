// Library algorithms that have no rule.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <numeric>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double *a, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'std::next_permutation', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  std::next_permutation(a, a + n);
  return a[0] * a[1];
}

[[ad::differentiate(reverse)]]
double g(const double *a, int n) { return std::accumulate(a, a + n, 0.0); }
