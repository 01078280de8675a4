// Adjoints of parameters that are initializer lists.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <initializer_list>

// expected-error@+2 {{parameter 'l' of type 'std::initializer_list<double>' has no adjoint: the elements of a list are constant}}
// expected-note@+1 {{take a std::span or a std::vector, or mark the parameter [[ad::constant]]}}
[[ad::differentiate(reverse)]] double sum(std::initializer_list<double> l) {
  double s = 0;
  for (double e : l)
    s += e;
  return s;
}

// Tangents are a list of their own.
[[ad::differentiate(forward)]] double product(std::initializer_list<double> l) {
  double p = 1;
  for (double e : l)
    p *= e;
  return p;
}

double of_lists(double &tangent) { return product_forward({2, 3}, {1, 0}, tangent); }

// Calls are differentiated; a constant list is none of the derivative's business.
[[ad::differentiate(reverse)]] double squares(double x, double y) { return product({x, y, x}); }
[[ad::differentiate(reverse)]] double weighted([[ad::constant]] std::initializer_list<double> l,
                                               double x) {
  return *l.begin() * x;
}
