// Calls to variadic functions whose arguments are active.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdarg>

double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double s = 0;
  while (n-- > 0)
    s += va_arg(list, double);
  va_end(list);
  return s;
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to the variadic function 'sum'}}
// expected-note@+1 {{mark it [[ad::constant]] if it carries no derivative}}
double f(double x) { return sum(2, x, x); }
