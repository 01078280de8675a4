// Active values that are written out and read back in.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdio>

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  char text[32];
  // expected-error@+2 {{cannot differentiate a call to 'snprintf', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  std::snprintf(text, sizeof text, "%g", x);
  double y;
  // expected-error@+2 {{cannot differentiate a call to 'sscanf', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  std::sscanf(text, "%lg", &y);
  return y * x;
}
