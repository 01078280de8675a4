// Adjoints of parameters that are initializer lists.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

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

// What only the compiler can make is passed on only to what takes two iterators as well.
static double named(std::initializer_list<std::string> l, double x) {
  // expected-error@+2 {{cannot differentiate this use of a std::initializer_list}}
  // expected-note@+1 {{loop over it, or make a container of it}}
  return l.size() == std::max(l).size() ? x : 2 * x;
}
// expected-note@+1 {{derivative of 'of_names' requested here}}
[[ad::differentiate(reverse)]] double of_names(double x) { return named({"a", "b"}, x); }

// Nor can a list be made of elements that are somewhere else.
struct Sum {
  std::vector<double> terms;
  double s;
  Sum(std::initializer_list<double> l, double x) : s(x) {
    for (double e : l)
      s += e;
  }
};
static double added(std::initializer_list<double> l, double x) {
  // expected-error@+2 {{cannot differentiate this constructor, which is passed a std::initializer_list}}
  // expected-note@+1 {{write the elements in braces, or pass it a std::vector}}
  Sum *sum = new Sum(l, x);
  const double s = sum->s;
  delete sum;
  return s;
}
// expected-note@+1 {{derivative of 'of_sums' requested here}}
[[ad::differentiate(reverse)]] double of_sums(double x) { return added({x, x}, x); }
