// std::reference_wrapper outside of variables, arguments and vectors
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <optional>
#include <utility>
#include <vector>

// expected-note@+1 {{derivative of 'handed' requested here}}
[[ad::differentiate(reverse)]]
double handed(std::reference_wrapper<const double> x) {
  // expected-error@-1 {{cannot differentiate a parameter of type 'std::reference_wrapper<const double>'}}
  // expected-note@-2 {{pass references or pointers}}
  return x * x;
}

struct Model {
  std::reference_wrapper<double> rate;
};
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  // expected-error@+2 {{cannot differentiate the reference 'rate', a member of a class}}
  // expected-note@+1 {{hold a pointer, or an index}}
  Model m{x};
  return m.rate * 2;
}

// expected-note@+1 {{derivative of 'optional' requested here}}
[[ad::differentiate(reverse)]]
double optional(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::optional<std::reference_wrapper<double>>'}}
  // expected-note@+1 {{hold pointers, or keep the references in a std::vector}}
  std::optional<std::reference_wrapper<double>> held;
  return held ? *held * x : x;
}
