// Calls through pointers to functions, and through `std::function`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer}}
// expected-note@+1 {{call the function directly}}
double f(double (*g)(double), double x) { return g(x) * x; }

// expected-note@+1 {{derivative of 'h' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate calls through 'std::function'}}
// expected-note@+1 {{take the function as a template parameter, or call it directly}}
double h(const std::function<double(double)> &g, double x) { return g(x) * x; }
