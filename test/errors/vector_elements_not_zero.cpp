// Vectors whose elements hold lists and are not zero when they are made
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <list>
#include <vector>
struct C {
  std::list<int> names;
  double r = 1;
};

// expected-note@+3 {{derivative of 'f' requested here}}
// expected-error@+3 {{cannot differentiate 'v': in its vector, a 'C' that is made without arguments is not zero}}
// expected-note@+2 {{remove the default member initialisers or the default constructor of the class}}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<C> &v, double x) { return v[0].r * x; }
