// Initializer lists that are passed on.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

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
