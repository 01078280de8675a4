// Constants that are no numbers, and calls whose results carry no derivatives and are no numbers.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>

// expected-note@+1 {{derivative of 'where' requested here}}
[[ad::differentiate(reverse)]]
double where(double x) {
  // expected-error@+1 {{cannot differentiate this constant}}
  const char *file = __builtin_FILE();
  return x * file[0];
}

std::vector<int> indices(int n);
// expected-note@+1 {{derivative of 'indexed' requested here}}
[[ad::differentiate(reverse)]]
double indexed(double x, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'indices', whose result is of type 'std::vector<int>'}}
  // expected-note@+1 {{move it into a function marked [[ad::constant]] that returns void or a number}}
  return indices(n)[0] * x;
}
