// `modf`, `frexp` and `remquo` write through a pointer beside their result.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double whole;
  // expected-error@+2 {{cannot differentiate a call to 'modf', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  double part = std::modf(x, &whole);
  return part * whole;
}
